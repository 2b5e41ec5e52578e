"""The questions, a module each. Effects come from paired rollouts, never from conditioning on what bots chose."""
