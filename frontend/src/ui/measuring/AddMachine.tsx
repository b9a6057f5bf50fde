/** Lets one machine measure for a project: a token, and the line that uses it there. */

import { useState } from "react";
import { send } from "@/api/requests";
import { useMay, useSession } from "@/api/session";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { CommandLine } from "@/ui/feedback/CommandLine";
import { useAction } from "@/ui/feedback/useAction";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./AddMachine.module.css";
import { enrolLine } from "./enrolLine";
import { enrolmentsOf, OpenEnrolments } from "./OpenEnrolments";

interface AddMachineProps {
  project: string;
  /** What the agent measures by itself, as options of its service. */
  serve?: string;
}

export function AddMachine({ project, serve }: AddMachineProps) {
  const mayAdd = useMay(project, "manage keys");
  const updates = useSession().data?.agent_updates ?? null;
  const [testbed, setTestbed] = useState("");
  const make = useAction(
    () => send("post", "enrolments", { project }, { testbed: testbed.trim() || null }),
    [enrolmentsOf(project)],
  );
  if (!mayAdd) return <p>Ask a maintainer of the project to add this machine.</p>;
  const url = globalThis.location.origin;
  return (
    <div className={styles.part}>
      <Form
        label="Add a machine"
        className={styles.form}
        onSubmit={() => make.mutate()}
        send="Add a machine"
        action={make}
        failure="No token was made."
        meaning="Nothing was stored."
      >
        <TextField
          label="Testbed"
          value={testbed}
          onChange={setTestbed}
          pointer="/testbed"
          hint="Left empty, the machine's own name is its testbed."
        />
      </Form>
      {make.data === undefined ? null : (
        <>
          <p>
            Run this line on the machine, where <code>tidemark-agent</code> is installed. It works
            once and expires <RelativeTime at={make.data.expires_at} />.
          </p>
          <CommandLine
            command={enrolLine({
              url,
              token: make.data.token,
              updates,
              ...(serve === undefined ? {} : { serve }),
            })}
          />
        </>
      )}
      <OpenEnrolments project={project} />
    </div>
  );
}
