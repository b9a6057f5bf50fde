/** Where a patch is judged: the command that sends it from a checkout of the suite. */

import { useState } from "react";
import { useMay } from "@/api/session";
import { Button } from "@/ui/controls/Button";
import { Select } from "@/ui/controls/Select";
import { CommandLine } from "@/ui/feedback/CommandLine";
import { Dialog } from "@/ui/layout/Dialog";
import styles from "./ProposePatch.module.css";
import { type Proposal, proposeCommand } from "./proposeCommand";

interface ProposePatchProps extends Omit<Proposal, "metric"> {
  /** Those that a patch could better. */
  metrics: readonly string[];
}

export function ProposePatch({ project, suite, metrics, ladder }: ProposePatchProps) {
  const mayAsk = useMay(project, "triage");
  const [isOpen, setOpen] = useState(false);
  const [chosen, choose] = useState<string | null>(null);
  const metric = chosen ?? metrics[0];
  if (!mayAsk || metric === undefined) return null;
  const command = proposeCommand({ project, suite, metric, ladder });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Propose a patch</Button>
      <Dialog title="Propose a patch" isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className={styles.body}>
          <p>
            Run this in a checkout of {suite} that has your change. Nothing is pushed, and the
            checkout stays as it is.
          </p>
          {metrics.length < 2 ? null : (
            <Select
              label="Metric to better"
              choices={metrics.map((name) => ({ value: name, label: name }))}
              value={metric}
              onChange={choose}
            />
          )}
          <CommandLine command={command} />
          <p className={styles.quiet}>
            An agent with <code>patches = true</code> measures the patch between two turns of its
            base. It is kept if it answers the same and its whole gain is beyond 1 %
            {ladder === undefined ? "." : "; then it becomes a rung of this ladder."} The page of
            the job shows the signed receipt.
          </p>
        </div>
      </Dialog>
    </>
  );
}
