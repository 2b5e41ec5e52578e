import importlib
import pkgutil

import tongits_sim
from tongits_sim.errors import TongitsError


def test_errors_of_the_package_have_the_base() -> None:
    classes = []
    for info in pkgutil.walk_packages(tongits_sim.__path__, "tongits_sim."):
        if info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        errors = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Exception)]
        classes += [error for error in errors if error.__module__.startswith("tongits_sim")]
    assert len(set(classes)) > 5
    assert all(issubclass(error, TongitsError) for error in classes)
