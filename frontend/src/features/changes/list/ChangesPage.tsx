/** What changed, one row per cause, the open ones first; judged alone or many at once. */

import { Link, useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useMay } from "@/api/session";
import type { AlertGroup, Mute } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { useShortcut } from "@/ui/controls/shortcuts";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Page, Section } from "@/ui/layout/Page";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { TableFile } from "@/ui/links/TableFile";
import { PagedList } from "@/ui/tables/PagedList";
import { filterQuery, hasFilters, NO_FILTERS } from "@/ui/url/filters";
import { useUrlState } from "@/ui/url/useUrlState";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { BulkBar } from "../BulkBar";
import styles from "../Changes.module.css";
import { answerText, keyOf, type SaidState } from "../changesModel";
import { useGroups, useJudgeGroups } from "../changesQuery";
import { type ChangesState, changesCodec, pullsAsked } from "../changesUrl";
import { useMutes } from "../group/groupQuery";
import { BulkFields } from "./BulkFields";
import { ChangeFilters } from "./ChangeFilters";
import { GroupRows } from "./GroupRows";

const EVERYTHING: Partial<ChangesState> = {
  filters: NO_FILTERS,
  state: "all",
  verdict: "",
  days: "",
  effect: 0,
  assignee: "",
  tag: "",
  isOverdue: false,
  muted: "",
  isOnPulls: false,
};

export function ChangesPage() {
  const { project } = useParams({ from: "/p/$project/changes" });
  const [state, change] = useUrlState(changesCodec);
  const query = useGroups(project, state);
  // the list first: what it can be filtered by comes when it is there
  const isPainted = useIsPainted(query.data !== undefined || query.isError);
  const found = query.data?.pages[0];
  return (
    <Page
      title="Changes"
      answer={answerText(query.isPlaceholderData ? undefined : found, state)}
      isBusy={query.isPlaceholderData}
      actions={
        <>
          <Link to="/p/$project/triage-report" params={{ project }}>
            Weekly report
          </Link>
          <TableFile
            project={project}
            path="changes"
            query={{ ...filterQuery(state.filters), state: "all", limit: 200 }}
          />
        </>
      }
    >
      <ChangeFilters
        project={project}
        state={state}
        history={found?.history}
        inPulls={found?.in_pulls}
        isWanted={isPainted}
        onChange={change}
      />
      <PagedList
        query={query}
        noun="changes"
        name="changes"
        empty={
          <NoChange
            state={state}
            history={found?.history ?? 0}
            inPulls={found?.in_pulls ?? 0}
            onHistory={() => change({ state: "history" })}
            onPulls={() => change({ isOnPulls: true })}
            onEverything={() => change(EVERYTHING)}
          />
        }
      >
        {(groups) => (
          <Triage
            project={project}
            groups={groups}
            opened={state.group}
            onOpen={(group) => change({ group })}
          />
        )}
      </PagedList>
      {isPainted ? <MutedSeries project={project} /> : null}
    </Page>
  );
}

interface TriageProps {
  project: string;
  groups: readonly AlertGroup[];
  opened: string | null;
  onOpen: (key: string | null) => void;
}

const NOBODY: ReadonlySet<string> = new Set();

function Triage({ project, groups, opened, onOpen }: TriageProps) {
  const [picked, setChosen] = useState(NOBODY);
  // Filters may have taken a chosen group off the screen: what is not seen is not judged.
  const chosen = useMemo(
    () => groups.filter((group) => group.number !== null && picked.has(keyOf(group))),
    [groups, picked],
  );
  const mayJudge = useMay(project, "triage");
  const judge = useJudgeGroups(project);
  const choose = (key: string) => setChosen((before) => toggled(before, key));
  const say = (state: SaidState, meant: readonly AlertGroup[]) => {
    const numbers = meant.map(({ number }) => number).filter((one) => one !== null);
    if (mayJudge && numbers.length > 0) judge.mutate({ state, groups: numbers });
    setChosen(NOBODY);
  };
  const meant = () => {
    const row = focusedRow();
    return chosen.length > 0 || row === null
      ? chosen
      : groups.filter((group) => keyOf(group) === row);
  };
  const onRow = (act: (key: string) => void) => () => {
    const row = focusedRow();
    if (row !== null) act(row);
  };
  useShortcut("j", "Next change", () => moveFocus(1), "Changes");
  useShortcut("k", "Previous change", () => moveFocus(-1), "Changes");
  useShortcut("x", "Select this change", onRow(choose), "Changes");
  useShortcut(
    "o",
    "Show its series",
    onRow((key) => onOpen(opened === key ? null : key)),
    "Changes",
  );
  useShortcut("a", "Acknowledge", () => say("acknowledged", meant()), "Changes");
  useShortcut("n", "Not a change", () => say("invalid", meant()), "Changes");
  return (
    <>
      {mayJudge ? (
        <BulkBar
          chosen={chosen}
          failure={judge.error}
          onSay={(state) => say(state, chosen)}
          onChooseAll={() => setChosen(new Set(groups.map(keyOf)))}
          onClear={() => setChosen(NOBODY)}
        />
      ) : null}
      {mayJudge && chosen.length > 0 ? <BulkFields project={project} groups={chosen} /> : null}
      <GroupRows
        project={project}
        groups={groups}
        opened={opened}
        onOpen={onOpen}
        chosen={picked}
        onChoose={mayJudge ? choose : undefined}
      />
    </>
  );
}

function toggled(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(all);
  if (!next.delete(one)) next.add(one);
  return next;
}

interface NoChangeProps {
  state: ChangesState;
  history: number;
  inPulls: number;
  onHistory: () => void;
  onPulls: () => void;
  onEverything: () => void;
}

function NoChange({ state, history, inPulls, onHistory, onPulls, onEverything }: NoChangeProps) {
  const isEverything =
    Object.entries(EVERYTHING).every(
      ([name, value]) => name === "filters" || state[name as keyof ChangesState] === value,
    ) && !hasFilters(state.filters);
  if (state.state === "open" && history > 0)
    return (
      <EmptyState
        title="No change is open."
        action={<Button onClick={onHistory}>Show history</Button>}
      >
        {counted(history, "change was", "changes were")} old when the results were imported.
      </EmptyState>
    );
  if (pullsAsked(state) === "none" && inPulls > 0)
    return (
      <EmptyState
        title="No change matches on other branches."
        action={<Button onClick={onPulls}>Show pull requests</Button>}
      >
        {counted(inPulls, "change is", "changes are")} on branches of pull requests.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No change matches."
      action={isEverything ? undefined : <Button onClick={onEverything}>Show every change</Button>}
    >
      A change appears when results step to a new level and stay there. It takes some points before
      and after.
    </EmptyState>
  );
}

/** Alert groups only: what opens within one has rows of its own. */
const ROW = "[data-cause]";

/** The row that holds the focus, by what it is known by. */
function focusedRow(): string | null {
  const row = document.activeElement?.closest<HTMLElement>(ROW);
  return row?.dataset.cause ?? null;
}

/** Moves the focus by so many rows; without any it goes to the first. */
function moveFocus(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = now === -1 ? 0 : Math.max(0, Math.min(rows.length - 1, now + by));
  rows[next]?.querySelector<HTMLElement>("a")?.focus();
}

/** Series that alert nobody for now: until when, why, and a way to end it. */
function MutedSeries({ project }: { project: string }) {
  const { query, end } = useMutes(project);
  const mayEnd = useMay(project, "triage");
  const rows = query.data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title="Muted">
      <ul className={styles.notes}>
        {rows.map((mute) => (
          <li key={mute.id} className={styles.quiet}>
            {nameOf(mute)} until <RelativeTime at={mute.until} />, by {mute.author}: {mute.why}{" "}
            {mayEnd ? (
              <Button
                kind="quiet"
                aria-label={`End the mute of ${nameOf(mute)}`}
                onClick={() => end.mutate(mute.id)}
              >
                Unmute
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ErrorState error={end.error} what="The mute was not ended." />
    </Section>
  );
}

function nameOf({ suite, benchmark, metric, testbed, branch }: Mute): string {
  return [suite, benchmark, metric, testbed, branch].filter(Boolean).join(" · ");
}
