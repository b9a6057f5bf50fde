/** Says of each rule what of pasted claims does not fit it. */

import { type FormEvent, useState } from "react";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";
import styles from "./CiAccess.module.css";
import { readPasted, trialText } from "./ciAccessModel";
import { useTryClaims } from "./ciAccessQuery";
import { Lines } from "./NewRule";

export function ClaimTrial({ project }: { project: string }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const trial = useTryClaims(project);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readPasted(text);
    setFault("fault" in read ? read.fault : null);
    if ("claims" in read) trial.mutate(read.claims);
  };
  return (
    <Panel>
      <form className={styles.form} onSubmit={submit} aria-label="Dry run">
        <Lines label="Claims as JSON, or a token" value={text} onChange={setText} />
        <div>
          <Button type="submit" disabled={text.trim() === "" || trial.isPending}>
            Try the claims
          </Button>
        </div>
      </form>
      {fault === null ? null : <p role="alert">{fault}</p>}
      <ErrorState error={trial.error} what="Nothing was tried." />
      {trial.data === undefined || fault !== null ? null : (
        <ul className={styles.trials} aria-label="What fits">
          {trial.data.map((one) => (
            <li key={one.rule.id}>
              <b>{one.rule.name}</b> {trialText(one)}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
