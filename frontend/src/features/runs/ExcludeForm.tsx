/** Leaves a run, or one of its results, out of the baselines for a reason. */

import { useState } from "react";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { type Part, useExclude } from "./runsQuery";

interface ExcludeFormProps {
  project: string;
  part: Part;
  onDone: () => void;
}

export function ExcludeForm({ project, part, onDone }: ExcludeFormProps) {
  const [reason, setReason] = useState("");
  const exclude = useExclude(project);
  const isRun = part.series === undefined;
  return (
    <Form
      onSubmit={() => exclude.mutate({ ...part, reason }, { onSuccess: onDone })}
      send="Exclude"
      isIncomplete={reason.trim() === ""}
      action={exclude}
      failure={isRun ? "The run was not excluded." : "The result was not excluded."}
    >
      <p>
        {isRun ? "Its results stay on its page" : "It stays on this page"}, and hollow in charts; no
        baseline and no verdict uses {isRun ? "them" : "it"}.
      </p>
      <TextField label="Reason" value={reason} maxLength={2000} onChange={setReason} />
    </Form>
  );
}
