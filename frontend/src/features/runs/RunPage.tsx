/** One run: every result, its variants side by side, its failures, its environment. */

import { Link, useParams } from "@tanstack/react-router";
import type { Comparison, RunDetail } from "@/api/types";
import { Tabs } from "@/ui/controls/Tabs";
import { Badge } from "@/ui/feedback/Badge";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import { CommitLink } from "@/ui/links/CommitLink";
import { NoisyMachines } from "@/ui/links/NoisyMachine";
import { TableFile } from "@/ui/links/TableFile";
import { MachineLink, SuiteLink } from "@/ui/links/ThingLinks";
import { FailureTable } from "@/ui/tables/FailureTable";
import { runSides } from "@/ui/url/pageLinks";
import { useUrlState } from "@/ui/url/useUrlState";
import { isFailure } from "@/ui/words/failureWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatExact } from "@/units/format";
import { durationText } from "@/units/relativeTime";
import { CorrectRun } from "./CorrectRun";
import { ResultTable } from "./ResultTable";
import { RunMovers } from "./RunMovers";
import styles from "./Runs.module.css";
import { runAnswer } from "./runsModel";
import { useRun, useRunBefore } from "./runsQuery";
import { type RunState, runCodec, SECTIONS } from "./runsUrl";
import { SamplesPanel } from "./SamplesPanel";
import { CoursesSection } from "./sections/CoursesSection";
import { vetoOf } from "./sections/conditionsModel";
import { EnvironmentSection } from "./sections/EnvironmentSection";
import { GoalsSection } from "./sections/GoalsSection";
import { MeasuringSection } from "./sections/MeasuringSection";
import { ProfilesSection } from "./sections/ProfilesSection";
import { TailsSection } from "./sections/TailsSection";
import { VariantsSection } from "./sections/VariantsSection";

export type ChangeRun = (part: Partial<RunState>, options?: { isReplacing?: boolean }) => void;

export function RunPage() {
  const { project, run: id } = useParams({ from: "/p/$project/runs/$run" });
  const [state, change] = useUrlState(runCodec);
  const query = useRun(project, Number(id));
  const before = useRunBefore(project, Number(id), query.data?.base_run);
  // title, picture and table come with the comparison, so that nothing moves later
  const isAwaited = query.data === undefined || before.isLoading;
  const skeleton = <Skeleton height={520} label="Loading the run" />;
  const answer = query.data === undefined ? `Run ${id}` : runAnswer(query.data, before.data);
  return (
    <Page
      title={`Run ${id}`}
      answer={answer}
      lines={2}
      actions={
        query.data === undefined || isAwaited ? null : (
          <>
            <CompareBefore project={project} run={query.data} />
            <CorrectRun project={project} run={query.data} />
            <Link to="/p/$project/ladders" params={{ project }} search={{ run: id }}>
              Add to a ladder
            </Link>
            <TableFile project={project} path={`runs/${id}/results`} />
            <a href={`/api/v1/projects/${project}/runs/${id}/benchfmt`} download={`run-${id}.txt`}>
              For benchstat
            </a>
          </>
        )
      }
    >
      <QueryBoundary query={query} failure={`Run ${id} could not be loaded.`} skeleton={skeleton}>
        {(run) =>
          isAwaited ? (
            skeleton
          ) : (
            <>
              <RunFacts project={project} run={run} />
              <Veto run={run} />
              <Excluded run={run} />
              <Absent run={run} />
              <NoisyMachines
                project={project}
                machines={run.noisy_machines}
                className={styles.note}
              />
              {state.result === null ? null : (
                <SamplesPanel
                  project={project}
                  run={run}
                  series={state.result}
                  tableSwitch={{
                    isTable: state.samples === "table",
                    onTable: (isTable) => change({ samples: isTable ? "table" : "chart" }),
                  }}
                  onClose={() => change({ result: null, samples: "chart" })}
                />
              )}
              <RunTabs
                project={project}
                run={run}
                before={before.data}
                state={state}
                onChange={change}
              />
            </>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

/** To what changed since the commit before: of its suite, on its testbed. */
function CompareBefore({ project, run }: { project: string; run: RunDetail }) {
  if (run.base_run === null || run.results === 0) return null;
  return (
    <Link
      to="/p/$project/compare"
      params={{ project }}
      search={runSides(run.base_run, run.id) as never}
    >
      Compare with the commit before
    </Link>
  );
}

/** What its machine could not measure: one line for each cause. */
function Absent({ run }: { run: RunDetail }) {
  if (run.absent.length === 0) return null;
  return (
    <ul className={styles.absent} aria-label="Not measurable here">
      {run.absent.map((cause) => (
        <li key={cause}>Not measurable here: {cause}</li>
      ))}
    </ul>
  );
}

interface RunTabsProps {
  project: string;
  run: RunDetail;
  before: Comparison | undefined;
  state: RunState;
  onChange: ChangeRun;
}

function RunTabs({ project, run, before, state, onChange }: RunTabsProps) {
  const changed = run.changed_attributes.length;
  return (
    <Tabs
      label="Parts of the run"
      selected={state.section}
      onSelect={(id) =>
        onChange({ section: SECTIONS.find((section) => section === id) ?? "results" })
      }
      tabs={[
        {
          id: "results",
          label: "Results",
          count: run.rows.length,
          content: (
            <div className={styles.stack}>
              <RunMovers run={run} before={before} />
              <ResultTable
                project={project}
                run={run}
                before={before}
                state={state}
                onChange={onChange}
              />
            </div>
          ),
        },
        {
          id: "variants",
          label: "Variants side by side",
          content: (
            <VariantsSection project={project} run={run} state={state} onChange={onChange} />
          ),
        },
        {
          id: "tails",
          label: "Tail latency",
          content: <TailsSection project={project} run={run} state={state} onChange={onChange} />,
        },
        {
          id: "courses",
          label: "Over time",
          count: run.courses.length,
          content: <CoursesSection project={project} run={run} state={state} onChange={onChange} />,
        },
        {
          id: "goals",
          label: "Goals",
          count: run.conditions?.goals.length ?? 0,
          content: <GoalsSection run={run} />,
        },
        {
          id: "failures",
          label: "Failures",
          count: run.failed.filter(isFailure).length,
          content: <FailureTable failed={run.failed} />,
        },
        {
          id: "measuring",
          label: "How it was measured",
          content: <MeasuringSection conditions={run.conditions} />,
        },
        {
          id: "profiles",
          label: "Profiles",
          count: run.profiles.length,
          content: (
            <ProfilesSection
              project={project}
              profiles={run.profiles}
              chosen={state.profile}
              onChoose={(profile) => onChange({ profile })}
            />
          ),
        },
        {
          id: "environment",
          label: changed === 0 ? "Environment" : `Environment, ${changed} changed`,
          content: <EnvironmentSection run={run} />,
        },
      ]}
    />
  );
}

/** Said before anything else: the results of a vetoed run are in no history. */
function Veto({ run }: { run: RunDetail }) {
  const reason = vetoOf(run.conditions);
  if (reason === null) return null;
  return (
    <p role="alert">
      <Badge tone="worse">vetoed</Badge> The control benchmark took this run out of every history.{" "}
      {reason}
    </p>
  );
}

/** Said before its results: they are in no history. */
function Excluded({ run }: { run: RunDetail }) {
  if (run.excluded === null) return null;
  const { reason, by, at } = run.excluded;
  return (
    <p role="status">
      <Badge tone="unresolved">○ excluded</Badge> Its results count in no baseline: {reason} ({by},{" "}
      <RelativeTime at={at} />)
    </p>
  );
}

/** What was run, where and when, on one or two lines. */
function RunFacts({ project, run }: { project: string; run: RunDetail }) {
  const took =
    run.finished_at === null
      ? null
      : durationText(new Date(run.started_at), new Date(run.finished_at));
  return (
    <dl className={styles.facts}>
      <Fact name="Suite">
        <SuiteLink project={project} id={run.suite_id}>
          {run.suite}
        </SuiteLink>
      </Fact>
      <Fact name="Commit">
        <CommitLink commit={run.commit} />
        {run.commit.author === "" ? null : (
          <span className={styles.quiet}>{run.commit.author}</span>
        )}
      </Fact>
      <Fact name="Branch">
        {run.branch}
        {run.base_branch === null ? null : (
          <span className={styles.quiet}>against {run.base_branch}</span>
        )}
        {run.pull_request === null ? null : <span>pull request {run.pull_request}</span>}
      </Fact>
      <Fact name="Machine">
        {run.machine === null ? (
          "not reported"
        ) : (
          <MachineLink project={project} id={run.machine_id}>
            {run.machine}
          </MachineLink>
        )}
        <span className={styles.quiet} title={run.signer?.key}>
          {run.signer?.sentence ?? "Not signed"}
        </span>
      </Fact>
      <Fact name="Started">
        <RelativeTime at={run.started_at} />
        {took === null ? null : <span className={styles.quiet}>took {took}</span>}
      </Fact>
      <Fact name="Why">
        {run.trigger.replaceAll("_", " ")}
        {run.mode === null ? null : <span className={styles.quiet}>{run.mode}</span>}
      </Fact>
      {run.files.length === 0 ? null : (
        <Fact name={run.files.length === 1 ? "File" : "Files"}>
          {run.files.map(({ place, name, size, sha256 }) => (
            <a
              key={place}
              href={`/api/v1/projects/${project}/runs/${run.id}/files/${place}`}
              title={`${formatExact(size, "B")}, SHA-256 ${sha256}`}
              download
            >
              {name === "" ? `file ${place}` : name}
            </a>
          ))}
        </Fact>
      )}
      {Object.entries(run.tags).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
