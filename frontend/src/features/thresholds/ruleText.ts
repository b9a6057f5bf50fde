/** Pure: fields of a form → a rule as it stands in a file. */

/** What is typed for a new rule. */
export interface RuleFields {
  name: string;
  suite: string;
  benchmark: string;
  metric: string;
  testbed: string;
  branch: string;
  parameters: string;
  tags: string;
  minimumEffect: string;
  sensitivity: string;
  action: string;
}

export const NO_FIELDS: RuleFields = {
  ...{ name: "", suite: "", benchmark: "", metric: "", testbed: "", branch: "" },
  ...{ parameters: "", tags: "", minimumEffect: "", sensitivity: "", action: "" },
};
export const SELECTED = ["suite", "benchmark", "metric", "testbed", "branch"] as const;

/** Whether there is enough for a rule: something selected, and something said. */
export function isRule(fields: RuleFields): boolean {
  const selects = [...SELECTED, "parameters", "tags"] as const;
  const says = ["minimumEffect", "sensitivity", "action"] as const;
  const given = (name: keyof RuleFields) => fields[name].trim() !== "";
  return selects.some(given) && says.some(given);
}

/** A rule as it is written below those that are there. */
export function withRule(text: string, fields: RuleFields): string {
  const size = fields.minimumEffect.replace("%", "").trim();
  const name = fields.name.trim();
  const said = [
    ["minimum_effect", size === "" ? "" : `${size} %`],
    ["sensitivity", fields.sensitivity],
    ["action", fields.action],
  ].flatMap(([key, value]) => (value ? [`${key} = ${quoted(value)}`] : []));
  const named = name === "" ? [] : [`name = ${quoted(name)}`];
  const lines = ["[[thresholds.rule]]", ...named, ...selecting(fields), ...said];
  const before = text.trimEnd();
  return `${before === "" ? "" : `${before}\n\n`}${lines.join("\n")}\n`;
}

/** The lines that say which series are meant. */
function selecting(fields: RuleFields): string[] {
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
