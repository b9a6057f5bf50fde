/** What the pages of splits say and draw. */

import type {
  Alternatives,
  OtherEffect,
  SplitDetail,
  SplitMember,
  SplitNet,
  SplitRow,
} from "@/api/types";
import type { BarVerdict, DivergingBar, DivergingGroup } from "@/charts/diverging/divergingModel";
import type { ParetoPoint } from "@/charts/diverging/paretoModel";
import type { Tone } from "@/ui/feedback/Badge";
import type { RawSearch } from "@/ui/url/urlState";
import { listText } from "@/ui/words/countWords";
import { formatCount, formatPercent, percentNumber } from "@/units/format";
import { effectPhrase } from "@/units/verdict";
import type { SplitsState } from "./splitsUrl";

export const STATE_WORDS = {
  open: { word: "open", tone: "unresolved" },
  accepted: { word: "accepted", tone: "better" },
  rejected: { word: "rejected", tone: "plain" },
} as const;

const NET_TONES: Record<SplitNet["verdict"], Tone> = {
  gain: "better",
  loss: "worse",
  "cancels out": "unresolved",
  unknown: "unresolved",
  apart: "unresolved",
};
/** No ▲ or ▼ on pages of splits: beside gains that go right and numbers that go up they would say a third thing. */
const NET_WORDS: Record<SplitNet["verdict"], string> = {
  gain: "net gain",
  loss: "net loss",
  "cancels out": "cancels out",
  unknown: "net not known",
  apart: "no common net",
};

export function netBadge(net: SplitNet | null): { word: string; tone: Tone } {
  if (net === null) return { word: "not judged yet", tone: "unresolved" };
  if (net.low === null && net.verdict === "unknown") {
    return { word: "net, summary only", tone: "unresolved" };
  }
  return { word: NET_WORDS[net.verdict], tone: NET_TONES[net.verdict] };
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** First line of the list. */
export function listAnswer(total: number | undefined, state: SplitsState): string {
  if (total === undefined) return "Splits";
  const kind = state.state === "all" ? "" : `${state.state} `;
  if (total === 0) return `No ${kind}split.`;
  const what = `${formatCount(total)} ${kind}${total === 1 ? "split" : "splits"}`;
  return `${what}.`;
}

/** Where a row comes from, in few words. */
export function sourceWords({ kind, origin, created_by }: SplitRow | SplitDetail): string {
  if (kind === "published") return "published figures, no samples";
  if (origin === "suite") return `named by the suite ${created_by}`;
  return origin === "proposed"
    ? "found by Tidemark"
    : `made by ${created_by || "you, not kept yet"}`;
}

/** First line of the page: the claim, then the net effect. */
/** "pack-python on bench-1"; nothing of published figures, which do not say. */
export function placeWords({ suites, testbeds }: Pick<SplitRow, "suites" | "testbeds">): string {
  const where = testbeds.length === 0 ? "" : ` on ${testbeds.join(", ")}`;
  return `${suites.join(", ")}${where}`.trim();
}

/** By its name, or by its change and where that was measured: each machine has a split of its own. */
export function titleOf(split: SplitDetail): string {
  if (split.name !== "") return split.name;
  const { testbeds } = split;
  return testbeds.length === 0 ? split.change : `${split.change}, ${testbeds.join(", ")}`;
}

/** The first line of its page, without the net effect: by the name that a suite or a person gave it. */
export function rowTitle({ name, change, headline }: SplitRow): string {
  return name !== "" && headline.startsWith(change)
    ? name + headline.slice(change.length)
    : headline;
}

export function splitAnswer(split: SplitDetail): string {
  return `${split.headline}; ${split.net.text}.`;
}

function barOf(member: SplitMember): DivergingBar {
  return {
    key: member.name,
    name: member.name,
    gain: member.gain,
    better: member.direction,
    low: member.low,
    high: member.high,
    verdict: member.verdict,
    sentence: `${member.sentence}, ${basisWords(member)}`,
    weight: member.weight,
  };
}

const BASES: Record<string, string> = { pairs: "pairs", runs: "runs per side" };

function basisWords({ n, basis }: SplitMember): string {
  if (basis === "summary only" || basis === "published interval") return basis;
  return basis === "exact" ? "exact" : `${formatCount(n)} ${BASES[basis] ?? "samples"}`;
}

/** Direction that a net is read in: those of members that differ read as performance. */
function directionOf({ members }: SplitDetail): DivergingBar["better"] {
  const weighed = members.filter(({ weight }) => weight > 0);
  const isLower = weighed.length > 0 && weighed.every(({ direction }) => direction === "lower");
  return isLower ? "lower" : "higher";
}

/** Bars by group, the largest loss first; losers pay, so they stand on top. */
export function barGroups(split: SplitDetail, isGrouped: boolean): DivergingGroup[] {
  const bars = new Map(split.members.map((member) => [member.name, barOf(member)]));
  const order = (names: readonly string[]) =>
    names.flatMap((name) => bars.get(name) ?? []).sort((a, b) => a.gain - b.gain);
  if (!isGrouped || split.groups.length === 0) {
    return [{ key: "all", name: "", net: null, bars: order([...bars.keys()]) }];
  }
  const better = directionOf(split);
  return split.groups.map((group) => {
    const name = group.tag === "" ? `without ${split.group}` : `${split.group} = ${group.tag}`;
    const inside = order(group.members);
    return {
      key: name,
      name,
      net: {
        key: `net ${name}`,
        name,
        gain: group.gain,
        better,
        low: group.low,
        high: group.high,
        verdict: VERDICTS[group.verdict],
        sentence: `net of ${formatCount(group.members.length)}: ${group.verdict}`,
        weight: inside.reduce((sum, bar) => sum + bar.weight, 0),
      },
      bars: inside,
    };
  });
}

const VERDICTS: Record<SplitNet["verdict"], BarVerdict> = {
  gain: "gain",
  loss: "loss",
  "cancels out": "same",
  unknown: "unknown",
  apart: "unknown",
};

export function paretoPoints(alternatives: Alternatives): ParetoPoint[] {
  return alternatives.rows.map((row) => ({
    name: row.name,
    title: row.title,
    role: row.role,
    x: row.x,
    y: row.y,
    isOnFront: row.is_on_front,
    said: frontWords(row),
  }));
}

function frontWords(row: Alternatives["rows"][number]): string {
  const observed = row.is_claimed ? "" : " (summary only)";
  const place = row.is_on_front
    ? `Pareto-optimal${observed}`
    : `dominated by ${row.beaten_by || "others"}${observed}`;
  const balanced = row.is_balanced ? ", gives up least" : "";
  const resolution = row.resolution === "" ? "" : `, ${resolutionWords(row.resolution)}`;
  return `${place}${balanced}${resolution}`;
}

function resolutionWords(resolution: string): string {
  if (resolution === "unknown") return "inconclusive whether it resolves the split";
  return resolution
    .replace("resolves", "resolves the split")
    .replace(/resolve\b/, "resolve the split");
}

const MOST_WAYS = 3;

/**
 * "48/16 keeps the gain without the loss": the ways that are shown; where there are none, those that do so by
 * their numbers alone, and that they claim nothing. Null without either.
 */
export function wayOut({ alternatives }: SplitDetail): string | null {
  const rows = alternatives?.rows ?? [];
  const shown = rows.filter(({ resolution }) => resolution === "resolves");
  const ways =
    shown.length > 0 ? shown : rows.filter(({ resolution }) => resolution.startsWith("resolves"));
  if (ways.length === 0) return null;
  const names = ways.slice(0, MOST_WAYS).map(titled);
  const more = ways.length - names.length;
  const named = more > 0 ? [...names, `${formatCount(more)} more`] : names;
  const verb = ways.length === 1 ? "keeps" : "keep";
  const doubt = shown.length > 0 ? "" : ", summary only: no significance test";
  return `${listText(named)} ${verb} the gain without the loss${doubt}`;
}

/** "3fa9c1d20b77 (Cache the parser)" */
export function titled({ name, title }: { name: string; title: string }): string {
  return title === "" ? name : `${name} (${title})`;
}

export interface Payer {
  name: string;
  share: number | null;
  sentence: string;
  weight: number;
}

/** Who pays, the largest weighted loss first. */
export function payersOf(split: SplitDetail): Payer[] {
  const members = new Map(split.members.map((member) => [member.name, member]));
  return split.payers.flatMap((name) => {
    const member = members.get(name);
    if (member === undefined) return [];
    return [{ name, share: member.share, sentence: member.sentence, weight: member.weight }];
  });
}

export function besideName({ name, metric }: OtherEffect): string {
  return name.includes(metric) ? name : `${metric} of ${name}`;
}

/** What is told to be worse and is not weighed, the largest first, in words. */
export function worseBeside({ beside }: Pick<SplitDetail, "beside">): string[] {
  return beside
    .filter(({ verdict }) => verdict === "regression")
    .sort((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)))
    .map((row) => `${besideName(row)} ${effectPhrase(row, row)}`);
}

/** What the verdict hangs on, beside the break-even weight. */
export function breakEvenText({ break_even: turn, payers }: SplitDetail): string | null {
  if (turn === null) return null;
  const interval =
    turn.low === null || turn.high === null
      ? ""
      : ` [${percentNumber(turn.low)}, ${percentNumber(turn.high)}]`;
  const who = payers.length === 1 ? payers[0] : "those that lose together";
  return `Break-even: ${who} at ${formatPercent(turn.weight)}${interval} of your load (now ${formatPercent(turn.current)}).`;
}

/** The newest run of each side, or the one that holds both, where a member is inconclusive. */
export function measurableRuns({ baseline, contender, members }: SplitDetail) {
  const [against, run] = [baseline?.runs[0]?.id, contender?.runs[0]?.id];
  const isTold = members.every(({ verdict }) => verdict !== "unknown");
  if (isTold || against === undefined || run === undefined) return null;
  return against === run ? { run } : { run, against };
}

/** The comparison behind a split, as the comparison page takes it; null for published figures. */
export function compareSearch({ baseline, contender }: SplitDetail): RawSearch | null {
  if (baseline === null || contender === null) return null;
  const search: RawSearch = {};
  for (const [place, side] of [
    ["baseline", baseline],
    ["contender", contender],
  ] as const) {
    const run = side.runs[0];
    const isPlain = /^(run|commit|branch):/.test(side.asked);
    if (!isPlain && run === undefined) return null;
    search[place] = isPlain ? side.asked : `run:${run?.id}`;
    for (const [name, values] of Object.entries(side.parameters)) {
      search[`${place}.param.${name}`] = values;
    }
  }
  return search;
}

/** A published table: what is sent beside the file. */
export interface TableForm {
  name: string;
  source: string;
  baseline: string;
  contender: string;
  roles: Record<string, string>;
}

export const EMPTY_TABLE: TableForm = {
  name: "",
  source: "",
  baseline: "0",
  contender: "1",
  roles: {},
};

export function publishQuery(form: TableForm): Record<string, string> {
  const roles = Object.entries(form.roles).map(([head, role]) => [`column.${head}`, role]);
  return {
    ...(form.name.trim() === "" ? {} : { name: form.name.trim() }),
    ...(form.source.trim() === "" ? {} : { source: form.source.trim() }),
    baseline: form.baseline,
    contender: form.contender,
    ...Object.fromEntries(roles),
  };
}
