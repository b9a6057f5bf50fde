/** Excludes, includes, reads again or deletes a run; each can be taken back. */

import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "@/api/session";
import type { RunDetail } from "@/api/types";
import { Form } from "@/ui/controls/Form";
import { Menu } from "@/ui/controls/Menu";
import { TextField } from "@/ui/controls/TextField";
import { ReadAgain } from "@/ui/correcting/ReadAgain";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Dialog } from "@/ui/layout/Dialog";
import { ExcludeForm } from "./ExcludeForm";
import { useDeleteRun, useInclude } from "./runsQuery";

type Wanted = "exclude" | "delete" | "again";

const TITLES: Record<Wanted, string> = {
  exclude: "Exclude run",
  delete: "Delete run",
  again: "Read the file again of run",
};

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
  const reading = { label: "Read its file again", onSelect: () => setWanted("again") };
  const further = run.files.length > 0 ? [reading, deleting] : [deleting];
  return (
    <>
      <Menu label="Correct" groups={[[excluding], mayDelete ? further : []]} />
      <ErrorState error={include.error} what="The run is still excluded." />
      <Dialog
        title={`${TITLES[wanted ?? "exclude"]} ${run.id}`}
        isOpen={wanted !== null}
        onClose={() => setWanted(null)}
      >
        {wanted === "delete" ? (
          <DeleteForm project={project} run={run.id} onDone={() => setWanted(null)} />
        ) : null}
        {wanted === "exclude" ? (
          <ExcludeForm project={project} part={{ run: run.id }} onDone={() => setWanted(null)} />
        ) : null}
        {wanted === "again" ? <ReadAgain project={project} what={{ runs: [run.id] }} /> : null}
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
