/** What changed, one row per cause, the open ones first; judged alone or many at once. */

import { useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useMay } from "@/api/session";
import type { ChangeGroup } from "@/api/types";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { hasFilters, NO_FILTERS } from "@/ui/filters";
import { Page } from "@/ui/Page";
import { QueryBoundary } from "@/ui/QueryBoundary";
import { ShowMore } from "@/ui/ShowMore";
import { Skeleton } from "@/ui/Skeleton";
import { useShortcut } from "@/ui/shortcuts";
import { useUrlState } from "@/ui/urlState";
import { useIsPainted } from "@/ui/useIsPainted";
import { BulkBar } from "./BulkBar";
import { ChangeFilters } from "./ChangeFilters";
import styles from "./Changes.module.css";
import { answerText, changesIn, type Judgement } from "./changesModel";
import { useGroups, useJudge } from "./changesQuery";
import { type ChangesState, changesCodec } from "./changesUrl";
import { GroupRows } from "./GroupRows";
import { focusedRow, moveFocus } from "./rowFocus";

const EVERYTHING: Partial<ChangesState> = {
  filters: NO_FILTERS,
  state: "all",
  verdict: "",
  effect: 0,
};

export function ChangesPage() {
  const { project } = useParams({ from: "/p/$project/changes" });
  const [state, change] = useUrlState(changesCodec);
  const query = useGroups(project, state);
  // the list first: what it can be filtered by comes when it is there
  const isPainted = useIsPainted(query.data !== undefined || query.isError);
  const groups = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const found = query.data?.pages[0];
  return (
    <Page
      title="Changes"
      answer={answerText(query.isPlaceholderData ? undefined : found, state)}
      isBusy={query.isPlaceholderData}
    >
      <ChangeFilters project={project} state={state} isWanted={isPainted} onChange={change} />
      <QueryBoundary
        query={query}
        failure="The changes could not be loaded."
        skeleton={<Skeleton height={420} label="Loading the changes" />}
      >
        {() =>
          groups.length === 0 ? (
            <NoChange state={state} onEverything={() => change(EVERYTHING)} />
          ) : (
            <div className={styles.list}>
              <Triage
                project={project}
                groups={groups}
                opened={state.group}
                onOpen={(group) => change({ group })}
              />
              <ShowMore query={query} shown={groups.length} total={found?.total} noun="causes" />
            </div>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

interface TriageProps {
  project: string;
  groups: readonly ChangeGroup[];
  opened: number | null;
  onOpen: (lead: number | null) => void;
}

const NOBODY: ReadonlySet<number> = new Set();

function Triage({ project, groups, opened, onOpen }: TriageProps) {
  const [picked, setChosen] = useState(NOBODY);
  // Filters may have taken a chosen cause off the screen: what is not seen is not judged.
  const chosen = useMemo(() => listedOf(groups, picked), [groups, picked]);
  const mayJudge = useMay(project, "triage");
  const judge = useJudge(project);
  const choose = (lead: number) => setChosen((before) => toggled(before, lead));
  const say = (judgement: Judgement, leads: ReadonlySet<number>) => {
    const changes = changesIn(groups, leads);
    if (mayJudge && changes.length > 0) judge.mutate({ judgement, changes });
    setChosen(NOBODY);
  };
  const meant = () => {
    const row = focusedRow();
    return chosen.size > 0 || row === null ? chosen : new Set([row]);
  };
  const onRow = (act: (lead: number) => void) => () => {
    const row = focusedRow();
    if (row !== null) act(row);
  };
  useShortcut("j", "Next cause", () => moveFocus(1), "Changes");
  useShortcut("k", "Previous cause", () => moveFocus(-1), "Changes");
  useShortcut("x", "Choose this cause", onRow(choose), "Changes");
  useShortcut(
    "o",
    "Show what moved",
    onRow((lead) => onOpen(opened === lead ? null : lead)),
    "Changes",
  );
  useShortcut("a", "Acknowledge", () => say("acknowledged", meant()), "Changes");
  useShortcut("n", "Not a change", () => say("rejected", meant()), "Changes");
  return (
    <>
      {mayJudge ? (
        <BulkBar
          groups={groups}
          chosen={chosen}
          failure={judge.error}
          onSay={(judgement) => say(judgement, chosen)}
          onChooseAll={() => setChosen(new Set(groups.map(({ lead }) => lead.id)))}
          onClear={() => setChosen(NOBODY)}
        />
      ) : null}
      <GroupRows
        project={project}
        groups={groups}
        opened={opened}
        onOpen={onOpen}
        chosen={chosen}
        onChoose={mayJudge ? choose : undefined}
      />
    </>
  );
}

function listedOf(groups: readonly ChangeGroup[], picked: ReadonlySet<number>) {
  return new Set(groups.map(({ lead }) => lead.id).filter((id) => picked.has(id)));
}

function toggled(all: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const next = new Set(all);
  if (!next.delete(one)) next.add(one);
  return next;
}

function NoChange({ state, onEverything }: { state: ChangesState; onEverything: () => void }) {
  const isEverything =
    state.state === "all" &&
    state.verdict === "" &&
    state.effect === 0 &&
    !hasFilters(state.filters);
  return (
    <EmptyState
      title="No change point matches."
      action={isEverything ? undefined : <Button onClick={onEverything}>Show every change</Button>}
    >
      A change point appears when the results of a series step to a new level and stay there. It
      takes some points before and after.
    </EmptyState>
  );
}
