/** Pure: fields of a form → a rule as it stands in a file. */

/** The name of a new part of the file, and the series that it selects, as they are typed. */
export interface Selection {
  name: string;
  suite: string;
  benchmark: string;
  metric: string;
  testbed: string;
  branch: string;
  parameters: string;
  tags: string;
}

const NO_SELECTION: Selection = {
  ...{ name: "", suite: "", benchmark: "", metric: "", testbed: "", branch: "" },
  ...{ parameters: "", tags: "" },
};

/** What is typed for a new rule. */
export interface RuleFields extends Selection {
  minimumEffect: string;
  sensitivity: string;
  action: string;
}

export const NO_FIELDS: RuleFields = {
  ...NO_SELECTION,
  ...{ minimumEffect: "", sensitivity: "", action: "" },
};
export const SELECTED = ["suite", "benchmark", "metric", "testbed", "branch"] as const;

/** Whether there is enough for a rule: something selected, and something said. */
export function isRule(fields: RuleFields): boolean {
  const says = [fields.minimumEffect, fields.sensitivity, fields.action];
  return selects(fields) && says.some((text) => text.trim() !== "");
}

function selects(fields: Selection): boolean {
  return [...SELECTED, "parameters" as const, "tags" as const].some(
    (name) => fields[name].trim() !== "",
  );
}

/** A rule as it is written below those that are there. */
export function withRule(text: string, fields: RuleFields): string {
  const size = fields.minimumEffect.replace("%", "").trim();
  return withTable(text, "rule", [
    ...given([["name", fields.name]]),
    ...selecting(fields),
    ...given([
      ["minimum_effect", size === "" ? "" : `${size} %`],
      ["sensitivity", fields.sensitivity],
      ["action", fields.action],
    ]),
  ]);
}

/** What is typed for a new budget, beside what it selects. */
export interface BudgetFields extends Selection {
  atMost: string;
  atLeast: string;
  worseBy: string;
  against: string;
}

export const NO_BUDGET: BudgetFields = {
  ...NO_SELECTION,
  ...{ atMost: "", atLeast: "", worseBy: "", against: "" },
};

export interface ReferenceFields {
  name: string;
  commit: string;
  tag: string;
}

export const NO_REFERENCE: ReferenceFields = { name: "", commit: "", tag: "" };

export function isBudget(fields: BudgetFields): boolean {
  const { atMost, atLeast, worseBy, against } = fields;
  const isRelative = worseBy.trim() !== "" && against.trim() !== "";
  return selects(fields) && (atMost.trim() !== "" || atLeast.trim() !== "" || isRelative);
}

export function withBudget(text: string, fields: BudgetFields): string {
  const share = fields.worseBy.replace("%", "").trim();
  return withTable(text, "budget", [
    ...given([["name", fields.name]]),
    ...selecting(fields),
    ...given([
      ["at_most", fields.atMost],
      ["at_least", fields.atLeast],
      ["worse_by", share === "" ? "" : `${share} %`],
      ["against", fields.against],
    ]),
  ]);
}

export function withReference(text: string, { name, commit, tag }: ReferenceFields): string {
  const lines = given([
    ["name", name],
    ["commit", commit],
    ["tag", tag],
  ]);
  return withTable(text, "reference", lines);
}

function withTable(text: string, table: string, lines: readonly string[]): string {
  const before = text.trimEnd();
  const whole = [`[[thresholds.${table}]]`, ...lines].join("\n");
  return `${before === "" ? "" : `${before}\n\n`}${whole}\n`;
}

function given(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.flatMap(([key, value]) =>
    value.trim() === "" ? [] : [`${key} = ${quoted(value.trim())}`],
  );
}

/** The lines that say which series are meant. */
function selecting(fields: Selection): string[] {
  const named = SELECTED.map((name) => ({ key: name, values: split(fields[name]).map(quoted) }));
  const pairs = (["parameters", "tags"] as const).flatMap((table) =>
    [...paired(fields[table])].map(([name, values]) => ({
      key: `${table}.${/^[\w-]+$/.test(name) ? name : quoted(name)}`,
      values: values.map(scalar),
    })),
  );
  return [...named, ...pairs]
    .filter(({ values }) => values.length > 0)
    .map(({ key, values }) => `${key} = ${listed(values)}`);
}

function split(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** "threads=4, threads=8" → threads: 4 or 8. */
function paired(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const part of split(text)) {
    const [name = "", ...rest] = part.split("=");
    found.set(name.trim(), [...(found.get(name.trim()) ?? []), rest.join("=").trim()]);
  }
  return found;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function scalar(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) || text === "true" || text === "false" ? text : quoted(text);
}

function listed(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? "") : `[${values.join(", ")}]`;
}
