/** The machine around a run: control benchmark, noise, preflight, tuning, pinning, sandbox. */

import type { Conditions, Control, PreflightCheck } from "@/api/types";
import { Badge, type Tone } from "@/ui/feedback/Badge";
import { Section } from "@/ui/layout/Page";
import { PreflightTable } from "@/ui/tables/PreflightTable";
import { preflightText } from "@/ui/tables/preflight";
import { type Column, Table } from "@/ui/tables/Table";
import { ratioText } from "@/ui/words/goalWords";
import { formatNumber, formatValue, MISSING } from "@/units/format";
import { formatShare } from "@/units/share";
import styles from "../Runs.module.css";

type Work = Control["works"][number];
type Noise = NonNullable<Conditions["noise"]>;
type Kind = Noise["kinds"][number];

export function MachineState({ conditions }: { conditions: Conditions }) {
  const { control, noise, preflight, tuning, pinning, sandbox } = conditions;
  return (
    <>
      {control == null ? null : <ControlSection control={control} />}
      {noise == null ? null : <NoiseSection noise={noise} />}
      {preflight == null ? null : <PreflightSection checks={preflight.checks} />}
      {tuning == null ? null : <TuningSection tuning={tuning} />}
      {pinning == null ? null : (
        <Section title="Processors">
          <p>{pinningText(pinning)}</p>
        </Section>
      )}
      {sandbox == null ? null : (
        <Section title="Sandbox">
          <p>{SANDBOXES[sandbox]}</p>
        </Section>
      )}
    </>
  );
}

const VERDICTS: Record<Control["verdict"], { text: string; tone: Tone }> = {
  steady: { text: "steady", tone: "plain" },
  moved: { text: "moved", tone: "unresolved" },
  veto: { text: "vetoed the run", tone: "worse" },
};

const SANDBOXES: Record<NonNullable<Conditions["sandbox"]>, string> = {
  none: "Measured without a sandbox.",
  namespaces: "Measured in namespaces without network.",
  container: "Measured in a container without network.",
};

const WORKS: Column<Work>[] = [
  { id: "work", head: "Work", cell: (row) => row.work },
  { id: "before", head: "Before", isNumber: true, cell: (row) => formatValue(row.before_s, "s") },
  { id: "after", head: "After", isNumber: true, cell: (row) => formatValue(row.after_s, "s") },
  { id: "ratio", head: "After / before [95 %]", isNumber: true, cell: (row) => ratioText(row) },
  {
    id: "limit",
    head: "Veto beyond",
    isNumber: true,
    cell: (row) => `±${formatShare(row.limit ?? null)}`,
  },
  {
    id: "history",
    head: "Against earlier runs",
    isNumber: true,
    cell: (row) => formatNumber(row.history?.ratio, 4),
  },
];

function ControlSection({ control }: { control: Control }) {
  const { text, tone } = VERDICTS[control.verdict];
  return (
    <Section title="Control benchmark" aside={<Badge tone={tone}>{text}</Badge>}>
      <p className={styles.note}>
        Fixed work before and after the run, by CPU time. {control.reason}
      </p>
      <Table
        caption="Control benchmark"
        columns={WORKS}
        rows={control.works}
        rowKey={(row) => row.work}
      />
    </Section>
  );
}

const KINDS: Column<Kind>[] = [
  { id: "kind", head: "Work", cell: (row) => row.kind.replaceAll("_", " ") },
  { id: "median", head: "Median", isNumber: true, cell: (row) => formatValue(row.median_s, "s") },
  { id: "spread", head: "Spread", isNumber: true, cell: (row) => formatShare(row.spread ?? null) },
  {
    id: "cpu",
    head: "Spread, CPU time",
    isNumber: true,
    cell: (row) => formatShare(row.cpu_spread ?? null),
  },
  { id: "tail", head: "P99 / median", isNumber: true, cell: (row) => formatNumber(row.tail) },
  { id: "shows", head: "Would show", isNumber: true, cell: resolvableText },
];

/** "1.1 % in 30 pairs" */
function resolvableText({ resolvable }: Kind): string {
  const least = resolvable?.cpu ?? resolvable?.wall;
  if (resolvable == null || least == null) return MISSING;
  return `${formatShare(least)} in ${resolvable.pairs} pairs`;
}

function NoiseSection({ noise }: { noise: Noise }) {
  const ends =
    noise.low == null || noise.high == null
      ? ""
      : ` [${formatNumber(noise.low, 2)}, ${formatNumber(noise.high, 2)}]`;
  return (
    <Section
      title="Noise of the machine"
      aside={`${formatNumber(noise.score, 2)}${ends} of 100; higher is quieter`}
    >
      <p className={styles.note}>{noise.sentence}</p>
      <Table
        caption="Noise of the machine"
        columns={KINDS}
        rows={noise.kinds}
        rowKey={(row) => row.kind}
      />
    </Section>
  );
}

function PreflightSection({ checks }: { checks: PreflightCheck[] }) {
  return (
    <Section title="Preflight" aside={preflightText(checks)}>
      <PreflightTable checks={checks} />
    </Section>
  );
}

type Tuning = NonNullable<Conditions["tuning"]>;
type Setting = Tuning["settings"][number];

const SETTINGS: Column<Setting>[] = [
  { id: "name", head: "Setting", cell: (row) => row.name },
  { id: "before", head: "Before", cell: (row) => row.before },
  { id: "set", head: "During the run", cell: (row) => row.set },
];

function TuningSection({ tuning }: { tuning: Tuning }) {
  const { settings, refused } = tuning;
  if (tuning.state === "off") {
    return (
      <Section title="Tuning">
        <p>No tuning applied.</p>
      </Section>
    );
  }
  return (
    <Section title="Tuning">
      {settings.length === 0 ? null : (
        <Table
          caption="Settings changed for the run and put back after it"
          columns={SETTINGS}
          rows={settings}
          rowKey={(row) => `${row.name} ${row.file}`}
        />
      )}
      {refused.map((one) => (
        <p key={one.name}>
          Not changed: {one.name}. {one.reason}
        </p>
      ))}
    </Section>
  );
}

function pinningText(pinning: NonNullable<Conditions["pinning"]>): string {
  const list = (cpus: readonly number[]) => cpus.join(", ");
  if (pinning.state === "off") return `Not pinned. ${pinning.reason}`.trim();
  const rest = pinning.housekeeping;
  const where = `Measured on processor ${list(pinning.cpus)}`;
  const agent = rest.length === 0 ? "" : `; the agent ran on ${list(rest)}`;
  return `${where}${agent}. ${pinning.reason}`.trim();
}
