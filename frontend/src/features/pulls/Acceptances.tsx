/** Taking regressions as they are: the form while something fails, and who accepted what. */

import { useState } from "react";
import { useMay } from "@/api/session";
import type { PullDetail } from "@/api/types";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { offerUndo } from "@/ui/feedback/undoStore";
import { Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { shortCommit } from "@/ui/words/commitName";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Pulls.module.css";
import { mayAccept } from "./pullsModel";
import { useAccept, useWithdraw } from "./pullsQuery";

export function Acceptances({ project, pull }: { project: string; pull: PullDetail }) {
  const mayTriage = useMay(project, "triage");
  const isAsked = mayTriage && mayAccept(pull);
  if (!isAsked && pull.acceptances.length === 0) return null;
  return (
    <Section
      title="Acceptance"
      aside="Holds until something else fails the gate or one of these gets worse."
    >
      <Panel>
        <ul className={styles.list}>
          {pull.acceptances.map((one) => (
            <li key={one.id}>
              Accepted by {one.by} <RelativeTime at={one.at} /> ({one.via}, at{" "}
              <code>{shortCommit(one.head)}</code>): {one.reason}{" "}
              <span className={styles.quiet}>
                {one.is_holding ? "It holds." : "It holds no more."}
              </span>
            </li>
          ))}
        </ul>
        {isAsked ? <AcceptForm project={project} pull={pull} /> : null}
      </Panel>
    </Section>
  );
}

function AcceptForm({ project, pull }: { project: string; pull: PullDetail }) {
  const [reason, setReason] = useState("");
  const accept = useAccept(project, pull.id);
  const withdraw = useWithdraw(project, pull.id);
  const submit = () => {
    accept.mutate(reason, {
      onSuccess: ({ id }) => {
        setReason("");
        offerUndo({ label: "Failures accepted", undo: () => withdraw.mutateAsync(id) });
      },
    });
  };
  return (
    <Form
      className={styles.form}
      label="Accept the regressions"
      onSubmit={submit}
      send="Accept the regressions"
      isIncomplete={reason.trim() === ""}
      action={accept}
      failure="Nothing was accepted."
    >
      <TextField
        label="Reason"
        value={reason}
        maxLength={500}
        placeholder="the safety check is worth it"
        hint="Shown in the comment and kept in the audit trail. The check turns green."
        onChange={setReason}
      />
    </Form>
  );
}
