"""Intervals and comparisons from merged integer sums, without simulation or plotting.

Arguments are sufficient statistics: ``n`` independent clusters (deals or matches), ``s`` the sum of the cluster totals,
``ss`` the sum of squares, ``sxy`` the sum of products; money in hundredths of a unit. They are Python ints of any size,
or integer arrays, which broadcast to arrays of results.

| module | question |
| --- | --- |
| `intervals` | how precise is a mean or a ratio |
| `moments` | a mean, and the difference of two groups, from rows of moments |
| `proportions` | how precise is a share |
| `paired_shares` | does y have more of an event, however rare |
| `differences` | does y pay more than x, and what did pairing save |
| `quantiles` | where do the worst 5 % begin |
| `multiple` | which of many differences are significant |
| `sequential` | may the run stop now |
| `thresholds` | up to which count to call |
| `ranking` | who is best, and how certain is that |
| `rating` | how often does each win against this field |
"""

from tongits_sim.stats.differences import (
    covariance_of_means,
    paired_difference,
    rare_difference,
    standard_deviation,
    variance_reduction,
    weighted_sum,
)
from tongits_sim.stats.intervals import Interval, critical_value, mean_interval, ratio_interval, t_interval
from tongits_sim.stats.moments import difference_of_groups, mean_of, mean_of_repeats
from tongits_sim.stats.multiple import (
    Verdict,
    benjamini_hochberg,
    holm,
    normal_p,
    p_value,
    verdict,
)
from tongits_sim.stats.paired_shares import Flow, paired_share_difference, paired_share_p, unseen_share
from tongits_sim.stats.proportions import clustered_share, design_effect, wilson_interval
from tongits_sim.stats.quantiles import binomial_quantile, histogram_quantile
from tongits_sim.stats.ranking import Ranking, rank_uncertainty
from tongits_sim.stats.rating import Ratings, luce_ratings
from tongits_sim.stats.sequential import (
    FIRST_LOOK,
    confidence_sequence,
    games_needed,
    mixture_rate,
    sequential_p,
)
from tongits_sim.stats.thresholds import NEVER, Threshold, fit_threshold, threshold_value

__all__ = [
    "FIRST_LOOK",
    "NEVER",
    "Flow",
    "Interval",
    "Ranking",
    "Ratings",
    "Threshold",
    "Verdict",
    "benjamini_hochberg",
    "binomial_quantile",
    "clustered_share",
    "confidence_sequence",
    "covariance_of_means",
    "critical_value",
    "design_effect",
    "difference_of_groups",
    "fit_threshold",
    "games_needed",
    "histogram_quantile",
    "holm",
    "luce_ratings",
    "mean_interval",
    "mean_of",
    "mean_of_repeats",
    "mixture_rate",
    "normal_p",
    "p_value",
    "paired_difference",
    "paired_share_difference",
    "paired_share_p",
    "rank_uncertainty",
    "rare_difference",
    "ratio_interval",
    "sequential_p",
    "standard_deviation",
    "t_interval",
    "threshold_value",
    "unseen_share",
    "variance_reduction",
    "verdict",
    "weighted_sum",
    "wilson_interval",
]
