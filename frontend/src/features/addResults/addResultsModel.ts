/** What is chosen on the page, what is sent of it, and the answer in words. */

import type { FileOutline, ReportMapping, ToolOutcome } from "@/api/types";
import { counted } from "@/ui/words/countWords";
import { formatCount } from "@/units/format";

export type Better = "" | "lower" | "higher" | "unknown";

export interface ResultsForm {
  commit: string;
  time: string;
  branch: string;
  testbed: string;
  suite: string;
  /** `name=value`, one on each line. */
  parameters: string;
  /** As the parameters are written. */
  tags: string;
  /** Names of commits, between spaces or commas. */
  parents: string;
  /** Empty: recognised; a format's name, or `mapping:` and the name of a mapping. */
  format: string;
  /** By the metric that is asked about. */
  directions: Readonly<Record<string, Better>>;
  /** Declared on this page, not saved. */
  mapping: ReportMapping | null;
}

export const EMPTY_RESULTS: ResultsForm = {
  commit: "",
  time: "",
  branch: "main",
  testbed: "",
  suite: "",
  parameters: "",
  tags: "",
  parents: "",
  format: "",
  directions: {},
  mapping: null,
};

export const MAPPED = "mapping:";
/** Stands for a place that is not filled in yet. */
export const NOT_YET = "preview";

export interface SentFile {
  name: string;
  /** In base64. */
  data: string;
}

/** What the API takes; for a preview the place need not be known yet. */
export function documentOf(form: ResultsForm, files: readonly SentFile[], isPreview: boolean) {
  const known = (text: string) => text.trim() || (isPreview ? NOT_YET : "");
  const parents = form.parents.split(/[\s,]+/).filter((name) => name !== "");
  const isMapped = form.format.startsWith(MAPPED);
  return {
    files,
    commit: {
      id: known(form.commit),
      ...(form.time === "" ? {} : { time: new Date(form.time).toISOString() }),
      ...(parents.length === 0 ? {} : { parents }),
    },
    branch: known(form.branch),
    testbed: known(form.testbed),
    suite: form.suite.trim(),
    format: isMapped ? "" : form.format,
    mapping: form.mapping ?? (isMapped ? form.format.slice(MAPPED.length) : ""),
    parameters: pairsOf(form.parameters),
    tags: pairsOf(form.tags),
    directions: Object.fromEntries(
      Object.entries(form.directions).filter(([, better]) => better !== ""),
    ),
    dry_run: isPreview,
  };
}

function pairsOf(text: string): Record<string, string> {
  const lines = text.split("\n").map((line) => line.split("="));
  return Object.fromEntries(
    lines
      .filter(([name, ...rest]) => (name ?? "").trim() !== "" && rest.length > 0)
      .map(([name, ...rest]) => [(name ?? "").trim(), rest.join("=").trim()]),
  );
}

/** Whether everything is there without which nothing can be stored. */
export function isPlaced(form: ResultsForm): boolean {
  return [form.commit, form.branch, form.testbed].every((text) => text.trim() !== "");
}

/** The first line of the page. */
export function answerOf(outcome: ToolOutcome | undefined, isStored: boolean): string {
  if (outcome === undefined) return "Choose files of a benchmark tool";
  if (isStored) return storedText(outcome);
  const rows = outcome.files.reduce((sum, file) => sum + file.rows, 0);
  return `${counted(rows, "row")} would become ${counted(outcome.total, "result")}`;
}

function storedText({ reports, duplicates, total }: ToolOutcome): string {
  if (duplicates === reports.length) return "All of it was stored before";
  const known = duplicates === 0 ? "" : `, ${formatCount(duplicates)} of them known already`;
  return `${counted(total, "result")} in ${counted(reports.length, "report")} taken${known}`;
}

export type ColumnRole =
  | "nothing"
  | "benchmark"
  | "parameter"
  | "value"
  | "sample"
  | "metric"
  | "unit"
  | "commit"
  | "time";

export const ROLES: readonly { value: ColumnRole; label: string }[] = [
  { value: "nothing", label: "left out" },
  { value: "benchmark", label: "names the benchmark" },
  { value: "parameter", label: "parameter" },
  { value: "value", label: "number" },
  { value: "sample", label: "sample of one number" },
  { value: "metric", label: "names the metric" },
  { value: "unit", label: "unit of the number" },
  { value: "commit", label: "commit" },
  { value: "time", label: "time of the commit" },
];

export interface ColumnMeaning {
  role: ColumnRole;
  /** Name of the metric. */
  metric: string;
  unit: string;
  better: Better;
}

export type Meanings = Readonly<Record<string, ColumnMeaning>>;

const NOTHING: ColumnMeaning = { role: "nothing", metric: "", unit: "", better: "" };

/** The first column of texts mostly names the benchmark; which number counts, a person says. */
export function firstMeanings(outline: FileOutline): Meanings {
  const name = outline.columns.find((column) => !column.is_number)?.source;
  return Object.fromEntries(
    outline.columns.map(({ source }) => [
      source,
      source === name ? { ...NOTHING, role: "benchmark" as const } : NOTHING,
    ]),
  );
}

/** The mapping that the chosen meanings make. */
export function mappingOf(outline: FileOutline, meanings: Meanings): ReportMapping {
  const of = (role: ColumnRole) =>
    outline.columns.map(({ source }) => source).filter((one) => meanings[one]?.role === role);
  const shared = { metric: of("metric")[0] ?? "", unit: of("unit")[0] ?? "" };
  const metricOf = (source: string) => {
    const { metric, unit, better } = meanings[source] ?? NOTHING;
    return {
      metric: shared.metric || constant(metric),
      unit: shared.unit || constant(unit),
      direction: better === "" ? null : better,
    };
  };
  const samples = of("sample");
  return {
    kind: outline.kind === "json" ? "json" : "table",
    rows: outline.rows,
    delimiter: outline.delimiter,
    decimal: ".",
    benchmark: of("benchmark"),
    parameters: Object.fromEntries(of("parameter").map((source) => [nameOf(source), source])),
    metrics: [
      ...of("value").map((source) => ({ value: source, samples: [], ...metricOf(source) })),
      ...(samples[0] === undefined ? [] : [{ value: "", samples, ...metricOf(samples[0]) }]),
    ],
    commit: of("commit")[0] ?? "",
    time: of("time")[0] ?? "",
  };
}

function constant(text: string): string {
  return text.trim() === "" ? "" : `=${text.trim()}`;
}

/** The last part of a path, or the name of a column. */
function nameOf(source: string): string {
  return source.startsWith("$") || source.includes(".")
    ? (source.split(".").at(-1) ?? source)
    : source;
}

export function isMapping({ benchmark, metrics }: ReportMapping): boolean {
  return (benchmark ?? []).length > 0 && (metrics ?? []).length > 0;
}
