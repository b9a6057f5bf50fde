/** One split: who gains, who pays, what it comes to by your weights, and what else could be done. */

import { useNavigate, useParams } from "@tanstack/react-router";
import { useMay } from "@/api/session";
import type { SplitDetail } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import { TableFile } from "@/ui/links/TableFile";
import { MeasureRuns } from "@/ui/measuring/MeasureRuns";
import { useUrlState } from "@/ui/url/useUrlState";
import { SplitAlternatives } from "./SplitAlternatives";
import { SplitBasis } from "./SplitBasis";
import { SplitDecision } from "./SplitDecision";
import { SplitMembers } from "./SplitMembers";
import styles from "./Splits.module.css";
import { SplitFacts, SplitVerdict } from "./SplitVerdict";
import { SplitWeights } from "./SplitWeights";
import { measurableRuns, splitAnswer, titleOf } from "./splitsModel";
import { useKeep, useSplit } from "./splitsQuery";
import { type SplitState, splitCodec } from "./splitUrl";

export type ChangeSplit = (part: Partial<SplitState>, options?: { isReplacing?: boolean }) => void;

/** In an address: a split of two sides that is not saved. */
const NEW = "new";

export function SplitPage() {
  const { project, split } = useParams({ from: "/p/$project/splits/$split" });
  const [state, change] = useUrlState(splitCodec);
  const query = useSplit(project, split, state);
  const mayKeep = useMay(project, "triage");
  const answer = query.data === undefined ? "Split" : splitAnswer(query.data);
  return (
    <Page
      title={query.data === undefined ? "Split" : titleOf(query.data)}
      answer={answer}
      isBusy={query.isPlaceholderData}
      actions={
        <>
          {query.data?.id === null && mayKeep ? (
            <Keep project={project} split={query.data} />
          ) : null}
          {query.data?.id == null ? null : (
            <TableFile project={project} path={`splits/${query.data.id}`} />
          )}
        </>
      }
    >
      <QueryBoundary
        query={query}
        failure={`${split === NEW ? "The split" : `Split ${split}`} could not be loaded.`}
        skeleton={<Skeleton height={720} label="Judging the split" />}
      >
        {(loaded) => (
          <Split
            project={project}
            split={loaded}
            state={state}
            isOld={query.isPlaceholderData}
            onChange={change}
          />
        )}
      </QueryBoundary>
    </Page>
  );
}

interface SplitProps {
  project: string;
  split: SplitDetail;
  state: SplitState;
  isOld: boolean;
  onChange: ChangeSplit;
}

function Split({ project, split, state, isOld, onChange }: SplitProps) {
  return (
    <div className={styles.stack}>
      <SplitFacts project={project} split={split} />
      <SplitMembers split={split} state={state} onChange={onChange} />
      <SplitVerdict split={split} />
      <Again project={project} split={split} />
      <SplitWeights
        project={project}
        split={split}
        state={state}
        isOld={isOld}
        onChange={onChange}
      />
      <SplitAlternatives project={project} split={split} state={state} onChange={onChange} />
      {split.id === null ? null : <SplitDecision project={project} split={split} id={split.id} />}
      <SplitBasis project={project} split={split} />
    </div>
  );
}

/** Inconclusive members: their commits in paired rounds, or more rounds of one commit. */
function Again({ project, split }: { project: string; split: SplitDetail }) {
  const runs = measurableRuns(split);
  return runs === null ? null : <MeasureRuns project={project} runs={runs} />;
}

/** Keeps a split that was only looked at. */
function Keep({ project, split }: { project: string; split: SplitDetail }) {
  const keep = useKeep(project);
  const navigate = useNavigate();
  const [state] = useUrlState(splitCodec);
  const { baseline, contender } = split;
  if (baseline === null || contender === null) return null;
  const listed = (name: string) => [state.sides[name] ?? []].flat();
  const body = {
    baseline: baseline.asked,
    contender: contender.asked,
    baseline_parameters: baseline.parameters,
    contender_parameters: contender.parameters,
    suite: listed("suite"),
    testbed: listed("testbed"),
    branch: listed("branch"),
    metric: listed("metric"),
    name: "",
  };
  const open = ({ id }: { id: number }) =>
    void navigate({
      to: "/p/$project/splits/$split",
      params: { project, split: String(id) },
      replace: true,
    });
  return (
    <>
      <Button
        kind="primary"
        disabled={keep.isPending}
        onClick={() => keep.mutate(body, { onSuccess: open })}
      >
        Save split
      </Button>
      <ErrorState error={keep.error} what="The split was not kept." meaning="Nothing was stored." />
    </>
  );
}
