/** Every statistic in one sentence, and the section of METHODOLOGY.md that says how it is made. */

interface Meaning {
  /** As it heads its explanation. */
  title: string;
  /** One sentence. */
  text: string;
  /** Heading of METHODOLOGY.md as an address names it. */
  section: string;
}

const ASSUMED = "what-is-assumed";
const HISTORIES = "histories";
const ONLINE = "online";
const THRESHOLDS = "thresholds";
const PAIRS = "pairs";
const RUNS = "run-against-run";
const NOISE = "noise-and-false-alarms";
const TAILS = "tails-and-percentiles";
const SWEEPS = "sweeps";
const SPLITS = "splits";
const LADDERS = "ladders";

const MEANINGS = {
  interval: {
    title: "Interval",
    text: "The range that holds the true value in at least 95 of 100 such measurements.",
    section: ASSUMED,
  },
  "interval of a comparison": {
    title: "Interval of a comparison",
    text: "The range that holds the true ratio of contender to baseline in 99 of 100 comparisons unless another level was asked for; where it leaves out 1, the two differ.",
    section: PAIRS,
  },
  median: {
    title: "Median",
    text: "The middle of the samples: half are below it, half above, and single outliers do not move it.",
    section: ASSUMED,
  },
  sample: {
    title: "Samples",
    text: "Single numbers from single repetitions, all of them kept.",
    section: ASSUMED,
  },
  "summary only": {
    title: "Summary only",
    text: "The report came without its samples, so that only its own centre and spread are known.",
    section: ASSUMED,
  },
  pairs: {
    title: "Pairs",
    text: "Baseline and contender measured next to each other, so that whatever slows the machine slows both alike.",
    section: PAIRS,
  },
  "missing pairs": {
    title: "Missing pairs",
    text: "About how many more pairs would show the effect seen so far, or the threshold if that is larger, in four of five tries.",
    section: PAIRS,
  },
  "minimum effect": {
    title: "Smallest detectable change (MDE)",
    text: "The smallest difference that would be noticed here; a smaller one may be there without being seen.",
    section: PAIRS,
  },
  power: {
    title: "Power",
    text: "The probability that a comparison shows an effect that is there.",
    section: PAIRS,
  },
  sensitivity: {
    title: "Sensitivity",
    text: "How much evidence a change needs: sensitive finds more and errs more often, strict the other way round.",
    section: THRESHOLDS,
  },
  gate: {
    title: "Gate or inform",
    text: "A regression that gates fails the check of a pull request; one that informs is shown, and told of in the daily digest.",
    section: THRESHOLDS,
  },
  threshold: {
    title: "Threshold",
    text: "The relative difference below which two versions count as the same.",
    section: PAIRS,
  },
  "p-value": {
    title: "p-value",
    text: "How often luck alone would make two equal versions differ at least this much.",
    section: RUNS,
  },
  "false discovery rate": {
    title: "False discovery rate",
    text: "Of all differences claimed in one comparison of a suite, at most one in twenty is expected to be luck.",
    section: RUNS,
  },
  verdict: {
    title: "Verdict",
    text: "A regression or improvement is told from no difference and reaches the threshold; the same lies wholly within the threshold; everything else is unknown.",
    section: PAIRS,
  },
  "scatter between runs": {
    title: "Scatter between runs",
    text: "How much the centre varies from run to run of the same code, which samples within a run do not show.",
    section: RUNS,
  },
  geomean: {
    title: "Geometric mean",
    text: "The mean of the ratios of all benchmarks, in which twice as fast and twice as slow cancel out.",
    section: RUNS,
  },
  modes: {
    title: "Modes",
    text: "Separate heaps of samples; with more than one, the centre describes none of them.",
    section: TAILS,
  },
  level: {
    title: "Level",
    text: "The centre of a series between two change points.",
    section: HISTORIES,
  },
  "change point": {
    title: "Change point",
    text: "The first commit of a new level, found in the whole history and tested against its noise.",
    section: HISTORIES,
  },
  "culprit range": {
    title: "Culprit range",
    text: "The commits that hold the cause of a change with 95 % probability, measured or not.",
    section: HISTORIES,
  },
  "interval of a change": {
    title: "Interval of a change",
    text: "The range of the ratio of the new level to the old one, widened because the place was found in the same numbers.",
    section: HISTORIES,
  },
  z: {
    title: "z",
    text: "The distance of two levels in standard errors; the bar rises with the length of the history.",
    section: HISTORIES,
  },
  suspected: {
    title: "Suspected",
    text: "The newest results lie far from their level; re-runs or later results will confirm or clear it, and until then nobody is alerted.",
    section: ONLINE,
  },
  state: {
    title: "State of a change",
    text: "Suspected until re-runs or later results confirm it, fixed when the level comes back, refuted by re-runs or a person, withdrawn when later results take it back.",
    section: ONLINE,
  },
  "environment event": {
    title: "Environment event",
    text: "The machine itself changed for good here: the baseline is split, and no verdict is given across it.",
    section: ASSUMED,
  },
  "same code": {
    title: "Same code",
    text: "Every result around this step measured one binary or one commit, so the step is not the code's.",
    section: ONLINE,
  },
  noise: {
    title: "Noise",
    text: "The relative scatter of a series around its own level, from run to run.",
    section: NOISE,
  },
  "a/a": {
    title: "Comparison with itself (A/A)",
    text: "Two runs of the same code judged like any two runs: every difference claimed is a false alarm.",
    section: NOISE,
  },
  "false alarm rate": {
    title: "False alarm rate",
    text: "The share of comparisons of one code with itself that claimed a difference, with the range in which the true share lies.",
    section: NOISE,
  },
  "noise score": {
    title: "Noise score",
    text: "How quiet a machine is, from 0 to 100, by fixed work of five kinds; 1 % of scatter makes 90, 10 % makes 65.",
    section: NOISE,
  },
  aa: {
    title: "A/A job",
    text: "One commit measured as two, in turns; what differs beyond chance is the machine, not the code.",
    section: NOISE,
  },
  control: {
    title: "Control benchmark",
    text: "Fixed work before and after a run; where it moved too far, the results of the run are kept and not believed.",
    section: NOISE,
  },
  preflight: {
    title: "Preflight",
    text: "What is looked at on a machine before it measures; what its kernel does not say is unknown, never ok.",
    section: NOISE,
  },
  quantile: {
    title: "Quantile",
    text: "The value that a given share of the samples does not exceed: half of them for 0.5.",
    section: TAILS,
  },
  percentile: {
    title: "Percentile",
    text: "The value that the given share of recordings does not exceed: 99 of 100 for p99.",
    section: TAILS,
  },
  "best set": {
    title: "Best set",
    text: "The values that are not distinguishable from the best one; with 95 % probability the best is among them.",
    section: SWEEPS,
  },
  margin: {
    title: "Equally good",
    text: "How much worse than the best a value may be and still count as good enough, 2 % unless chosen.",
    section: SWEEPS,
  },
  plateau: {
    title: "Plateau",
    text: "The longest run of neighbouring values that are all equally good.",
    section: SWEEPS,
  },
  knee: {
    title: "Knee",
    text: "The value from which on more of it stops paying.",
    section: SWEEPS,
  },
  cliff: {
    title: "Cliff",
    text: "A jump between two neighbouring values far beyond the trend around it and noise.",
    section: SWEEPS,
  },
  crossing: {
    title: "Crossing",
    text: "The range of an axis in which the order of two curves turns.",
    section: SWEEPS,
  },
  "net effect": {
    title: "Net effect",
    text: "The weighted mean over all members of a split, gains against losses, with its interval.",
    section: SPLITS,
  },
  weight: {
    title: "Weight",
    text: "The share of the load that a member stands for; all equal unless somebody set them.",
    section: SPLITS,
  },
  "break-even weight": {
    title: "Break-even weight",
    text: "The share of the load at which the losers of a split eat up the gains of the rest.",
    section: SPLITS,
  },
  "pareto front": {
    title: "Pareto front",
    text: "The alternatives that no other is shown to beat on everything at once.",
    section: SPLITS,
  },
  "stacked gain": {
    title: "Stacked gain",
    text: "The best rung against the baseline, measured directly and widened for its having been chosen.",
    section: LADDERS,
  },
  "best so far": {
    title: "Best so far",
    text: "The rung, or the baseline, that the next rung has to beat.",
    section: LADDERS,
  },
  "foreign share": {
    title: "Foreign share",
    text: "The share of the machine that other programs used while this was measured.",
    section: ASSUMED,
  },
  rounds: {
    title: "Rounds",
    text: "Passes over all variants in random order, so that drift of the machine hits all of them alike.",
    section: ASSUMED,
  },
  goal: {
    title: "Goal",
    text: "A ratio that a suite wants to reach: met or not met only when its whole interval is on one side of the limit.",
    section: ASSUMED,
  },
} as const satisfies Record<string, Meaning>;

export type Term = keyof typeof MEANINGS;

export const TERMS = Object.keys(MEANINGS) as Term[];

export function meaningOf(term: Term): Meaning {
  return MEANINGS[term];
}
