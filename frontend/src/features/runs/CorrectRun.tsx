/** Leaves a run out of the baselines, lets it count again, or deletes it; each can be taken back. */

import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "@/api/session";
import type { RunDetail } from "@/api/types";
import { Form } from "@/ui/controls/Form";
import { Menu } from "@/ui/controls/Menu";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Dialog } from "@/ui/layout/Dialog";
import { ExcludeForm } from "./ExcludeForm";
import { useDeleteRun, useInclude } from "./runsQuery";

type Wanted = "exclude" | "delete";

interface CorrectRunProps {
  project: string;
  run: RunDetail;
}

export function CorrectRun({ project, run }: CorrectRunProps) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const mayTriage = useMay(project, "triage");
  const mayDelete = useMay(project, "configure");
  const include = useInclude(project);
  if (!mayTriage) return null;
  const excluding =
    run.excluded === null
      ? { label: "Exclude from baselines", onSelect: () => setWanted("exclude") }
      : { label: "Let it count again", onSelect: () => include.mutate({ run: run.id }) };
  const deleting = { label: "Delete", onSelect: () => setWanted("delete"), isDanger: true };
  return (
    <>
      <Menu label="Correct" groups={[[excluding], mayDelete ? [deleting] : []]} />
      <ErrorState error={include.error} what="The run is still excluded." />
      <Dialog
        title={wanted === "delete" ? `Delete run ${run.id}` : `Exclude run ${run.id}`}
        isOpen={wanted !== null}
        onClose={() => setWanted(null)}
      >
        {wanted === "delete" ? (
          <DeleteForm project={project} run={run.id} onDone={() => setWanted(null)} />
        ) : (
          <ExcludeForm project={project} part={{ run: run.id }} onDone={() => setWanted(null)} />
        )}
      </Dialog>
    </>
  );
}

interface FormProps {
  project: string;
  run: number;
  onDone: () => void;
}

function DeleteForm({ project, run, onDone }: FormProps) {
  const [reason, setReason] = useState("");
  const remove = useDeleteRun(project);
  const navigate = useNavigate();
  const leave = () => {
    onDone();
    void navigate({ to: "/p/$project/runs", params: { project } });
  };
  return (
    <Form
      onSubmit={() => remove.mutate({ run, reason }, { onSuccess: leave })}
      send="Delete run"
      isIncomplete={reason.trim() === ""}
      action={remove}
      failure="The run was not deleted."
    >
      <p>It goes from every page with all that it gave. For seven days it can be brought back.</p>
      <TextField label="Reason" value={reason} maxLength={2000} onChange={setReason} />
    </Form>
  );
}
