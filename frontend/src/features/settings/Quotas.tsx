/** How many machine minutes jobs may take in 24 hours, and who took how many. */

import { useMemo, useState } from "react";
import { useMay } from "@/api/session";
import type { ProjectQuotas } from "@/api/types";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { offerUndo } from "@/ui/feedback/undoStore";
import { Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { useQuotas } from "@/ui/measuring/measureQuery";
import { type Column, Table } from "@/ui/tables/Table";
import { isTaken } from "@/ui/words/priceWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import {
  MOST_MINUTES,
  minutesOf,
  type QuotaRow,
  rowsOf,
  scaleOf,
  startText,
  textOf,
  usedText,
} from "./quotasModel";
import styles from "./Settings.module.css";
import { useSetQuotas } from "./settingsQuery";

export function Quotas({ project }: { project: string }) {
  const query = useQuotas(project);
  return (
    <Section title="Machine minutes" aside="that jobs took in the last 24 hours">
      <QueryBoundary
        query={query}
        failure="The machine minutes could not be loaded."
        skeleton={<Skeleton height={160} />}
      >
        {(quotas) => (
          <>
            <Panel>
              <QuotaForm
                key={`${quotas.person_minutes} ${quotas.project_minutes}`}
                project={project}
                quotas={quotas}
              />
            </Panel>
            <Uses quotas={quotas} />
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

/** Two numbers that owners set; empty fields are no limits. */
function QuotaForm({ project, quotas }: { project: string; quotas: ProjectQuotas }) {
  const { person_minutes: person, project_minutes: whole } = quotas;
  const [forPerson, setForPerson] = useState(textOf(person));
  const [forAll, setForAll] = useState(textOf(whole));
  const change = useSetQuotas(project);
  const isFixed = !useMay(project, "manage members");
  const wanted = [minutesOf(forPerson), minutesOf(forAll)] as const;
  const submit = () => {
    const [person_minutes = null, project_minutes = null] = wanted;
    change.mutate(
      { person_minutes, project_minutes },
      {
        onSuccess: () =>
          offerUndo({
            label: "Machine minutes changed",
            undo: async () =>
              void (await change.mutateAsync({ person_minutes: person, project_minutes: whole })),
          }),
      },
    );
  };
  const isSame = wanted[0] === person && wanted[1] === whole;
  const field = { type: "number", min: 1, max: MOST_MINUTES, disabled: isFixed };
  return (
    <Form
      label="Machine minutes"
      className={styles.quotas}
      onSubmit={submit}
      send="Save minutes"
      isPlain
      isIncomplete={isFixed || isSame || wanted.includes(undefined)}
      action={change}
      failure="The machine minutes were not changed."
    >
      <TextField
        {...field}
        label="Minutes of one person in 24 h"
        hint="Empty: any number. An API key counts by itself."
        value={forPerson}
        onChange={setForPerson}
        pointer="/person_minutes"
      />
      <TextField
        {...field}
        label="Minutes of all jobs in 24 h"
        hint="Empty: any number. Rules count here alone."
        value={forAll}
        onChange={setForAll}
        pointer="/project_minutes"
      />
    </Form>
  );
}

function Uses({ quotas }: { quotas: ProjectQuotas }) {
  const rows = useMemo(() => rowsOf(quotas), [quotas]);
  const columns = useMemo(() => columnsOf(rows), [rows]);
  if (rows.length === 0) return <p className={styles.quiet}>No job was measured in this time.</p>;
  return (
    <Table
      caption="Who took how many minutes"
      columns={columns}
      rows={rows}
      rowKey={({ place }) => place}
    />
  );
}

function columnsOf(rows: readonly QuotaRow[]): Column<QuotaRow>[] {
  return [
    { id: "who", head: "Jobs of", isProse: true, cell: ({ who }) => who },
    {
      id: "bar",
      head: "Share",
      cell: (use) => (
        <progress
          className={styles.share}
          value={use.spent + use.held}
          max={scaleOf(use, rows)}
          aria-label={`Minutes of ${use.who}`}
        />
      ),
    },
    { id: "used", head: "Used", isProse: true, cell: usedText },
    {
      id: "free",
      head: "Next job starts",
      cell: (use) => (isTaken(use) ? <RelativeTime at={use.frees_at} /> : startText(use)),
    },
  ];
}
