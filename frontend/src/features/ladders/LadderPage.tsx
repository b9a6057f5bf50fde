/** One ladder: what was tried in order, what stuck, and where the gain came from. */

import { useParams } from "@tanstack/react-router";
import { useMay } from "@/api/session";
import type { Ladder } from "@/api/types";
import { LadderChart } from "@/charts/ladder/LadderChart";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Explain } from "@/ui/feedback/Explain";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { NoisyMachines } from "@/ui/links/NoisyMachine";
import { TableFile } from "@/ui/links/TableFile";
import { ProposePatch } from "@/ui/measuring/ProposePatch";
import { useUrlState } from "@/ui/url/useUrlState";
import { AddRung } from "./AddRung";
import { LadderFacts } from "./LadderFacts";
import styles from "./Ladders.module.css";
import { type EditLadder, useEditLadder, useLadder } from "./laddersQuery";
import { type LadderState, ladderCodec } from "./laddersUrl";
import { MeasuredAgain } from "./MeasuredAgain";
import { RungList } from "./RungList";

export type ChangeLadder = (
  part: Partial<LadderState>,
  options?: { isReplacing?: boolean },
) => void;

export function LadderPage() {
  const { project, ladder: id } = useParams({ from: "/p/$project/ladders/$ladder" });
  const [state, change] = useUrlState(ladderCodec);
  const query = useLadder(project, Number(id));
  const edit = useEditLadder(project, Number(id));
  const mayEdit = useMay(project, "triage");
  return (
    <Page
      title={query.data?.name ?? "Ladder"}
      answer={query.data?.headline ?? `Ladder ${id}`}
      actions={
        <>
          <TableFile project={project} path={`ladders/${id}`} />
          {query.data === undefined ? null : <Propose project={project} ladder={query.data} />}
          {mayEdit ? (
            <Button
              kind={state.add === null ? "primary" : "plain"}
              isPressed={state.add !== null}
              onClick={() => change({ add: state.add === null ? "any" : null, text: "" })}
            >
              Add a rung
            </Button>
          ) : null}
        </>
      }
    >
      <QueryBoundary
        query={query}
        failure={`Ladder ${id} could not be loaded.`}
        skeleton={<Skeleton height={520} label="Loading the ladder" />}
      >
        {(ladder) => (
          <LadderBody
            project={project}
            ladder={ladder}
            state={state}
            onChange={change}
            edit={edit}
            mayEdit={mayEdit}
          />
        )}
      </QueryBoundary>
    </Page>
  );
}

/** Nothing where all rungs were published, or stand on several suites. */
function Propose({ project, ladder }: { project: string; ladder: Ladder }) {
  const suites = new Set(ladder.rungs.flatMap(({ series }) => series?.suite ?? []));
  const [suite] = suites;
  if (suite === undefined || suites.size > 1) return null;
  return (
    <ProposePatch project={project} suite={suite} metrics={[ladder.metric]} ladder={ladder.id} />
  );
}

interface LadderBodyProps {
  project: string;
  ladder: Ladder;
  state: LadderState;
  onChange: ChangeLadder;
  edit: EditLadder;
  mayEdit: boolean;
}

function LadderBody({ project, ladder, state, onChange, edit, mayEdit }: LadderBodyProps) {
  return (
    <>
      <LadderFacts project={project} ladder={ladder} edit={edit} mayEdit={mayEdit} />
      <NoisyMachines project={project} machines={ladder.noisy_machines} className={styles.quiet} />
      <ErrorState
        error={edit.error}
        what="The ladder was not changed."
        meaning="It stands as shown."
      />
      {state.add === null || !mayEdit ? null : (
        <AddRung
          project={project}
          ladder={ladder}
          state={state}
          onChange={onChange}
          edit={edit}
          key={String(state.add)}
        />
      )}
      {ladder.rungs.length < 2 ? null : (
        <LadderChart
          ladder={ladder}
          onSelect={(rung) => onChange({ rung })}
          tableSwitch={{
            isTable: state.view === "table",
            onTable: (isTable) => onChange({ view: isTable ? "table" : "chart" }),
          }}
        />
      )}
      <Remarks remarks={ladder.remarks} />
      {ladder.rungs.every((rung) => rung.is_published) ? null : (
        <MeasuredAgain project={project} ladder={ladder} />
      )}
      <Section
        title="Rungs"
        aside={
          <>
            in the order they were tried; each is held against the{" "}
            <Explain term="best so far">best so far</Explain>
          </>
        }
      >
        <RungList
          project={project}
          ladder={ladder}
          state={state}
          onChange={onChange}
          edit={edit}
          mayEdit={mayEdit}
        />
      </Section>
    </>
  );
}

function Remarks({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul className={styles.remarks} aria-label="What to doubt">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}
