/** Environment and machine of a run; what differs from the previous run is marked and first. */

import type { RunDetail } from "@/api/types";
import { attributeName, attributeText } from "@/ui/attributes";
import { Badge } from "@/ui/Badge";
import { Section } from "@/ui/Page";
import { type Column, Table } from "@/ui/Table";
import styles from "./Runs.module.css";
import { type Attribute, attributesOf, goneAttributes } from "./runsModel";

const COLUMNS: Column<Attribute>[] = [
  {
    id: "name",
    head: "Attribute",
    sortBy: (row) => row.name,
    cell: (row) => attributeName(row.name),
  },
  {
    id: "value",
    head: "This run",
    cell: (row) => <span className={styles.message}>{attributeText(row.name, row.value)}</span>,
  },
  {
    id: "before",
    head: "Previous run on this testbed",
    cell: (row) => <Before attribute={row} />,
  },
];

export function EnvironmentSection({ run }: { run: RunDetail }) {
  const gone = goneAttributes(run);
  return (
    <div className={styles.stack}>
      <p>{changesText(run)}</p>
      <Attributes
        title="Environment"
        rows={attributesOf(run.environment, run.changed_attributes)}
      />
      <Attributes title="Machine" rows={attributesOf(run.fingerprint, run.changed_attributes)} />
      {gone.length === 0 ? null : <Attributes title="No longer there" rows={gone} />}
    </div>
  );
}

function changesText({ changed_attributes: changed }: RunDetail): string {
  if (changed.length === 0) return "Nothing differs from the previous run on this testbed.";
  const names = changed.map(({ name }) => attributeName(name)).join(", ");
  return `Different from the previous run on this testbed: ${names}.`;
}

function Attributes({ title, rows }: { title: string; rows: Attribute[] }) {
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className={styles.quiet}>Nothing was reported.</p>
      ) : (
        <Table caption={title} columns={COLUMNS} rows={rows} rowKey={(row) => row.name} />
      )}
    </Section>
  );
}

function Before({ attribute }: { attribute: Attribute }) {
  if (!attribute.hasChanged) return <span className={styles.quiet}>the same</span>;
  return (
    <span className={styles.badges}>
      <Badge tone="environment">◆ changed</Badge>
      <span className={styles.message}>
        {attribute.before === null
          ? "was not there"
          : attributeText(attribute.name, attribute.before)}
      </span>
    </span>
  );
}
