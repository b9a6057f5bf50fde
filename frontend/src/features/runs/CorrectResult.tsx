/** Leaves one result of a run out of the baselines, or lets it count again. */

import { useState } from "react";
import { useMay } from "@/api/session";
import type { RunDetail, RunResult } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Dialog } from "@/ui/layout/Dialog";
import { ExcludeForm } from "./ExcludeForm";
import { useInclude } from "./runsQuery";

interface CorrectResultProps {
  project: string;
  run: RunDetail;
  result: RunResult;
}

export function CorrectResult({ project, run, result }: CorrectResultProps) {
  const [isAsked, setAsked] = useState(false);
  const mayTriage = useMay(project, "triage");
  const include = useInclude(project);
  // a run that is excluded counts again as a whole
  if (!mayTriage || run.excluded !== null) return null;
  const part = { run: run.id, series: result.series.id };
  const isExcluded = result.excluded !== null;
  return (
    <>
      <Button kind="quiet" onClick={() => (isExcluded ? include.mutate(part) : setAsked(true))}>
        {isExcluded ? "Let it count again" : "Exclude"}
      </Button>
      <ErrorState error={include.error} what="The result is still excluded." />
      <Dialog title="Exclude this result" isOpen={isAsked} onClose={() => setAsked(false)}>
        <ExcludeForm project={project} part={part} onDone={() => setAsked(false)} />
      </Dialog>
    </>
  );
}
