// Recomputes payouts and answers from sums: nothing here is estimated, everything is linear algebra on what was counted.
"use strict";

/** Entry (i, j), i <= j, of a symmetric matrix given as its upper triangle: w' M w. */
function quadratic(triangle, w) {
  let at = 0, sum = 0;
  for (let i = 0; i < w.length; i++) {
    if (w[i] === 0) { at += w.length - i; continue; }
    sum += w[i] * w[i] * triangle[at++];
    for (let j = i + 1; j < w.length; j++, at++) {
      if (w[j] !== 0) { sum += 2 * w[i] * w[j] * triangle[at]; }
    }
  }
  return sum;
}

function dot(a, w, from = 0) {
  let sum = 0;
  for (let i = 0; i < w.length; i++) { sum += a[from + i] * w[i]; }
  return sum;
}

/** The interval of a ratio of sums over n clusters: of y per x (ratio_interval of the program). */
function ratio(n, sx, sy, sxx, sxy, syy, critical) {
  if (!sx) { return { mean: null, ci95: null }; }
  const mean = sy / sx;
  if (n < 2) { return { mean, ci95: null }; }
  const rest = Math.max(syy - 2 * mean * sxy + mean * mean * sxx, 0);
  const radius = critical * Math.sqrt(n / (n - 1) * rest) / sx;
  return { mean, ci95: [mean - radius, mean + radius] };
}

class Explore {
  constructor(data) {
    this.data = data;
    this.features = data.features.map(([part, side]) => ({ part, side }));
    this.size = this.features.length;
  }

  /** What is chosen when nothing has been moved. */
  base() {
    return {
      settings: { ...this.data.variants[0].settings },
      amounts: Object.fromEntries(this.data.amounts.map(each => [each.name, each.amount])),
      fees: { ...this.data.fees },
    };
  }

  variant(state) {
    return this.data.variants.find(each => Object.entries(each.settings).every(([k, v]) => state.settings[k] === v));
  }

  /** The value of every part in units for a coefficient of 1. A jackpot that nobody seeds stays empty. */
  values(state) {
    const seeded = state.amounts["jackpot.seed"] > 0;
    return this.data.amounts.map(each =>
      each.booked === "jackpot" && !seeded ? 0 : state.amounts[each.name] * each.unit);
  }

  /** The share of what is won of a part that the house takes: of 2 antes won it takes its share of 3. */
  taken(state, part) {
    const fee = this.data.amounts[part].fee;
    return fee === "winnings" ? state.fees.winnings : fee === "antes" ? 1.5 * state.fees.antes : 0;
  }

  weights(state) {
    const values = this.values(state);
    return this.features.map(({ part, side }) =>
      side === "won" ? values[part] * (1 - this.taken(state, part)) : values[part]);
  }

  feeWeights(state) {
    const values = this.values(state);
    return this.features.map(({ part, side }) => side === "won" ? values[part] * this.taken(state, part) : 0);
  }

  /** Whether no fee is rounded in any game, so that payouts are exactly in proportion to it. */
  exact(state) {
    const whole = x => Math.abs(x - Math.round(x)) < 1e-6;
    return this.data.amounts.every(each => {
      const share = each.fee === "winnings" ? state.fees.winnings : each.fee === "antes" ? 3 * state.fees.antes : 0;
      const amounts = each.name === "points" ? [1] : Object.values(each.knobs).map(knob => knob * state.amounts[each.name]);
      return amounts.every(amount => whole(100 * amount) && whole(100 * amount * share));
    });
  }

  rows(state) {
    const v = this.variant(state), w = this.weights(state), fee = this.feeWeights(state), values = this.values(state);
    const sums = v.sums, size = this.size, n = v.matches;
    const spread = (slots, weights) => {
      const vector = new Array(3 * size).fill(0);
      for (const slot of slots) { for (let i = 0; i < size; i++) { vector[slot * size + i] = weights[i]; } }
      return vector;
    };
    const perGame = (weights, seats) => ratio(n, seats * v.games, dot(sums.slots_x, weights),
      seats * seats * v.games_sq, seats * dot(sums.slots_nx, weights), quadratic(sums.slots_xx[0], weights), v.critical);
    const deviation = (games, total, squares) =>
      Math.sqrt(Math.max(games * squares - total * total, 0) / (games * Math.max(games - 1, 1)));
    const squaresOf = slot => sums.each_slot ? quadratic(sums.each_slot[slot], w)
      : quadratic(sums.slots_xx[0], spread([slot], w));
    const players = v.players.map(player => {
      const weights = spread(player.slots, w), games = v.games * player.slots.length;
      const { mean, ci95 } = perGame(weights, player.slots.length);
      const squares = player.slots.reduce((sum, slot) => sum + squaresOf(slot), 0);
      return { player: player.player, slots: player.slots, payout: { mean, ci95 },
        payout_sd: deviation(games, dot(sums.slots_x, weights), squares),
        parts: this.parts(player.slots.map(slot => sums.slots_x.slice(slot * size, (slot + 1) * size)), values, fee, games) };
    });
    const seats = [0, 1, 2].map(seat => {
      const total = dot(sums.seats_x, w, seat * size), squares = quadratic((sums.each_seat || sums.seats_xx)[seat], w);
      const interval = this.seatInterval(v, w, seat, total);
      return { seat, payout: { mean: interval.mean, ci95: interval.ci95 }, payout_sd: deviation(v.games, total, squares) };
    });
    const dealt = dot(sums.dealer_x, w), dealtSquares = quadratic((sums.each_dealer || sums.dealer_xx)[0], w);
    const dealer = ratio(n, v.games, dealt, v.games_sq, dot(sums.dealer_nx, w), quadratic(sums.dealer_xx[0], w), v.critical);
    const won = this.features.map(({ part, side }) => {
      const each = this.data.amounts[part];
      return side === "won" && each.fee === "winnings" ? values[part] : 0;
    });
    return { players, seats,
      dealer: { payout: { mean: dealer.mean, ci95: dealer.ci95 }, payout_sd: deviation(v.games, dealt, dealtSquares) },
      house: perGame(spread([0, 1, 2], fee), 1),
      won_per_game: dot(sums.slots_x, spread([0, 1, 2], won)) / v.games,
      exact: this.exact(state) };
  }

  /** Payouts by source, per game. */
  parts(columns, values, fee, games) {
    const totals = { base: 0, sunog: 0, bonus: 0, sagasa: 0, pot: 0, jackpot: 0, fees: 0 };
    for (const x of columns) {
      this.features.forEach(({ part }, i) => {
        totals[this.data.amounts[part].booked] += values[part] * x[i];
        totals.fees -= fee[i] * x[i];
      });
    }
    return Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, value / games]));
  }

  /** A seat's interval, without the variation between the players who take turns there, as the program has it. */
  seatInterval(v, w, seat, total) {
    const sums = v.sums, n = v.matches, mean = total / v.games;
    const nx = dot(sums.seats_nx, w, seat * this.size), xx = quadratic(sums.seats_xx[seat], w);
    const strata = [0, 1, 2].map(slot => [sums.seated[3 * slot + seat], dot(sums.seated_x, w, (3 * slot + seat) * this.size)])
      .filter(([games]) => games > 0);
    if (n <= strata.length) { return ratio(n, v.games, total, v.games_sq, nx, xx, v.critical); }
    let left = xx - 2 * mean * nx + mean * mean * v.games_sq;
    for (const [games, payout] of strata) { left -= (payout - mean * games) ** 2 / (n * games / v.games); }
    const radius = v.seat_critical * Math.sqrt(Math.max(left, 0) * n / (n - strata.length)) / v.games;
    return { mean, ci95: [mean - radius, mean + radius] };
  }

  /** What yes and no bring in a cell of a grid, given its place among the cells that are there. */
  cell(grid, place, state) {
    const w = this.weights(state), [, forks, squares] = grid.cells[place];
    const yes = dot(grid.yes[place], w) / forks, no = dot(grid.no[place], w) / forks;
    const columns = this.features.map(({ part }, i) => [grid.parts.includes(part), w[i]]);
    if (columns.some(([has, weight]) => !has && weight !== 0)) { return { n: forks, yes, no, diff: yes - no, ci95: null }; }
    const some = columns.filter(([has]) => has).map(([, weight]) => weight);
    const d = dot(grid.yes[place], w) - dot(grid.no[place], w);
    const { mean, ci95 } = ratio(grid.matches, forks, d, squares, dot(grid.nd[place], some),
      quadratic(grid.dd[place], some), grid.critical);
    return { n: forks, yes, no, diff: mean, ci95 };
  }

  /** The number of the cell that values fall into, and its place among those that are there; -1: too few decisions. */
  find(grid, values) {
    let number = 0;
    grid.axes.forEach(([, edges], axis) => {
      let bin = 0;
      while (bin + 1 < edges.length && values[axis] >= edges[bin + 1]) { bin++; }
      number = number * edges.length + bin;
    });
    return grid.cells.findIndex(([each]) => each === number);
  }

  /** Cells whose better action is sure under both payments and is another. */
  turned(grid, state) {
    const base = { ...this.base(), settings: state.settings };
    const sure = each => each.ci95 === null ? 0 : each.ci95[0] > 0 ? 1 : each.ci95[1] < 0 ? -1 : 0;
    return grid.cells.map((_, place) => [place, sure(this.cell(grid, place, base)), sure(this.cell(grid, place, state))])
      .filter(([, before, now]) => before * now < 0);
  }

  /** The solved profile of exactly these rules, if there is one. */
  solved(state) {
    const same = (a, b) => Object.keys(a).every(key => Math.abs(a[key] - b[key]) < 1e-9);
    const texts = (a, b) => Object.keys(a).every(key => a[key] === b[key]);
    return this.data.solved.find(each => texts(each.settings, state.settings) && same(each.amounts, state.amounts) &&
      same(each.fees, state.fees));
  }

  /** What a solved profile does in the cell that values fall into; null where that never arises. */
  solvedCell(grid, values) {
    let number = 0;
    grid.axes.forEach((edges, axis) => {
      let bin = 0;
      while (bin + 1 < edges.length && values[axis] >= edges[bin + 1]) { bin++; }
      number = number * edges.length + bin;
    });
    const place = grid.cells.indexOf(number);
    return place < 0 ? null : { yes: grid.yes[place] / 1000, ev_yes: grid.ev_yes[place] / 1000, ev_no: grid.ev_no[place] / 1000 };
  }

  /** Everything that differs from the base, as the program's options have it. */
  changes(state) {
    const changes = [], base = this.base();
    for (const [knob, value] of Object.entries(state.settings)) {
      if (value !== base.settings[knob]) { changes.push([knob, value]); }
    }
    for (const each of this.data.amounts) {
      if (state.amounts[each.name] !== each.amount) {
        for (const [knob, one] of Object.entries(each.knobs)) {
          changes.push([knob, String(Math.round(100 * one * state.amounts[each.name]) / 100)]);
        }
      }
    }
    for (const fee of ["antes", "winnings"]) {
      if (state.fees[fee] !== base.fees[fee]) { changes.push(["fees." + fee, String(state.fees[fee])]); }
    }
    return changes;
  }
}
