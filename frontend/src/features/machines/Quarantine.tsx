/** Whether a machine tells the same code apart from itself, and whether it is kept from measuring for that. */

import { useState } from "react";
import { useMay } from "@/api/session";
import type { Machine, MachineDetail, MachineQuarantine } from "@/api/types";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { Badge } from "@/ui/feedback/Badge";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { MeasureMore } from "@/ui/measuring/MeasureMore";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Machines.module.css";
import { checksText } from "./machinesModel";
import { useAskCheck, useChecks, useQuarantine } from "./machinesQuery";

interface QuarantineProps {
  project: string;
  machine: MachineDetail;
}

/** In quarantine: since when and why, and what happens there now, in one line. */
export function QuarantineLine({
  machine: { quarantine: stay, ends_by_itself: isChecked },
}: {
  machine: Pick<Machine, "quarantine" | "ends_by_itself">;
}) {
  if (stay === null) return null;
  return (
    <p role="status">
      <Badge tone="worse">▲ in quarantine</Badge> since <RelativeTime at={stay.since} />, by{" "}
      {stay.by}: {stay.why.replace(/\.$/, "")}.{" "}
      {isChecked
        ? "Its agents are given A/A jobs only. Their scheduled suites wait."
        : "Its scheduled suites wait until a person lets it out."}
    </p>
  );
}

export function Quarantine({ project, machine }: QuarantineProps) {
  const mayConfigure = useMay(project, "configure");
  const jobs = useChecks(project, machine.id, useIsPainted(true));
  const ask = useAskCheck(project, machine.id);
  return (
    <>
      <p>{checksText(machine.checks)}</p>
      <MeasureMore project={project} jobs={jobs} ask={ask} name="Measure one commit as two" />
      {machine.quarantine === null ? null : (
        <p className={styles.quiet}>
          {machine.ends_by_itself
            ? "A steady A/A job ends the quarantine by itself."
            : "Only a person ends this quarantine: no agent here takes A/A jobs now."}
        </p>
      )}
      {mayConfigure ? <Move key={machine.quarantine?.id ?? 0} {...{ project, machine }} /> : null}
      {machine.quarantines.length === 0 ? null : (
        <Table
          caption="Times in quarantine, newest first"
          columns={COLUMNS}
          rows={machine.quarantines}
          rowKey={(stay) => stay.id}
        />
      )}
    </>
  );
}

/** Puts it in, or lets it out, with the reason. */
function Move({ project, machine }: QuarantineProps) {
  const [why, setWhy] = useState("");
  const isIn = machine.quarantine !== null;
  const move = useQuarantine(project, machine.id, isIn);
  return (
    <details>
      <summary>{isIn ? "Let it out" : "Put it into quarantine"}</summary>
      <Form
        label="Quarantine"
        onSubmit={() => move.mutate(why)}
        send={isIn ? "Let it out" : "Put it in"}
        isPlain
        isIncomplete={why.trim() === ""}
        action={move}
        failure="Nothing was changed."
      >
        <TextField
          label="Reason"
          value={why}
          onChange={setWhy}
          pointer="/why"
          maxLength={500}
          hint={isIn ? "What was fixed." : "Scheduled suites wait too, and jobs other than A/A."}
        />
      </Form>
    </details>
  );
}

const COLUMNS: Column<MachineQuarantine>[] = [
  { id: "since", head: "Since", cell: (stay) => <RelativeTime at={stay.since} /> },
  { id: "why", head: "Why", isProse: true, cell: (stay) => stay.why },
  { id: "by", head: "By", cell: (stay) => stay.by },
  {
    id: "until",
    head: "Until",
    cell: (stay) => (stay.lifted_at === null ? "now" : <RelativeTime at={stay.lifted_at} />),
  },
  {
    id: "lifted",
    head: "Let out because",
    isProse: true,
    cell: (stay) => (stay.lifted_at === null ? "–" : `${stay.why_lifted} (${stay.lifted_by})`),
  },
];
