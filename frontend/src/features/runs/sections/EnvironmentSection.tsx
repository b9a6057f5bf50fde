/** Environment and machine of a run; what differs from the previous run is marked and first. */

import type { RunDetail } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { attributeName, attributeText } from "@/ui/words/attributes";
import styles from "../Runs.module.css";
import { type Attribute, attributesOf, goneAttributes, surroundingsText } from "../runsModel";

const HERE: Column<Attribute>[] = [
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
];
const COMPARED: Column<Attribute>[] = [
  ...HERE,
  {
    id: "before",
    head: "Previous run on this testbed",
    cell: (row) => <Before attribute={row} />,
  },
];

export function EnvironmentSection({ run }: { run: RunDetail }) {
  const gone = goneAttributes(run);
  const columns = run.previous_run === null ? HERE : COMPARED;
  const { changed_attributes: changed } = run;
  return (
    <div className={styles.stack}>
      <p>{surroundingsText(run)}</p>
      <Attributes
        title="Environment"
        columns={columns}
        rows={attributesOf(run.environment, changed)}
      />
      <Attributes title="Machine" columns={columns} rows={attributesOf(run.fingerprint, changed)} />
      {gone.length === 0 ? null : (
        <Attributes title="No longer there" columns={columns} rows={gone} />
      )}
    </div>
  );
}

interface AttributesProps {
  title: string;
  columns: Column<Attribute>[];
  rows: Attribute[];
}

function Attributes({ title, columns, rows }: AttributesProps) {
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className={styles.quiet}>Nothing was reported.</p>
      ) : (
        <Table caption={title} columns={columns} rows={rows} rowKey={(row) => row.name} />
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
