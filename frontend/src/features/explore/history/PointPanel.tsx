/** Facts of the opened point, or of two and how they compare. */

import { Link } from "@tanstack/react-router";
import type { History } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Panel } from "@/ui/layout/Panel";
import { ChangeLine } from "@/ui/links/ChangeLine";
import { CommitLink } from "@/ui/links/CommitLink";
import { NoisyMachines } from "@/ui/links/NoisyMachine";
import { SeriesName } from "@/ui/links/SeriesName";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { VerdictText } from "@/ui/words/VerdictText";
import { formatExact, formatInterval, formatValue } from "@/units/format";
import { effectPhrase, verdictOf } from "@/units/verdict";
import styles from "../Explore.module.css";
import { compared, factsOf, type PointFacts } from "../exploreModel";
import { usePointsCompared } from "../exploreQuery";
import type { ChangeExplore, ExploreState, PointRef } from "../exploreUrl";
import { seriesOf } from "../lines";

interface PointPanelProps {
  project: string;
  /** Where to look for the points, the finer first. */
  histories: History[];
  state: ExploreState;
  onChange: ChangeExplore;
}

export function PointPanel({ project, histories, state, onChange }: PointPanelProps) {
  if (state.points.length === 0) return null;
  const facts = state.points.map((ref) => find(histories, ref)).filter((one) => one !== null);
  const [baseline, contender] = facts;
  return (
    <Panel label="Opened points">
      <div className={styles.bar}>
        <h2>{facts.length > 1 ? "Two points" : "Point"}</h2>
        {facts.length === 1 ? (
          <span className={styles.quiet}>Click another point to compare.</span>
        ) : null}
        <span className={styles.barEnd}>
          <Button kind="quiet" onClick={() => onChange({ points: [] })}>
            Close
          </Button>
        </span>
      </div>
      {facts.length === 0 ? (
        <p className={styles.quiet}>This point is not in the loaded range.</p>
      ) : null}
      {baseline !== undefined && contender !== undefined ? (
        <ComparisonLine project={project} baseline={baseline} contender={contender} />
      ) : null}
      <div className={styles.points}>
        {facts.map((one) => (
          <PointCard
            key={`${one.label.id} ${one.commit.id}`}
            project={project}
            facts={one}
            beside={besides(histories, state, one)}
            onBaseline={() =>
              onChange({ scale: "baseline", reference: { kind: "commit", id: one.commit.id } })
            }
          />
        ))}
      </div>
    </Panel>
  );
}

/** Of a percentile that is not drawn any more, the centre. */
function find(histories: History[], ref: PointRef): PointFacts | null {
  return findLine(histories, ref) ?? findLine(histories, { ...ref, series: seriesOf(ref.series) });
}

function findLine(histories: History[], ref: PointRef): PointFacts | null {
  for (const history of histories) {
    const facts = factsOf(history, ref);
    if (facts !== null) return facts;
  }
  return null;
}

interface ComparisonLineProps {
  project: string;
  baseline: PointFacts;
  contender: PointFacts;
}

const OVERLAP = {
  true: "Confidence intervals overlap: not significant from these two points alone.",
  false: "Confidence intervals don't overlap.",
  null: "No intervals, so no significance.",
};

function ComparisonLine({ project, baseline, contender }: ComparisonLineProps) {
  const comparison = compared(baseline, contender);
  const onward = <CompareLink project={project} baseline={baseline} contender={contender} />;
  if (comparison === null) {
    return (
      <p>
        <span className={styles.quiet}>Points of different units are not compared.</span> {onward}
      </p>
    );
  }
  return (
    <p>
      The second is{" "}
      <VerdictText
        effect={{ ratio: comparison.ratio }}
        quantity={contender.label}
        verdict={verdictOf(comparison.ratio, contender.label.direction)}
        isUnresolved={comparison.doOverlap !== false}
      />
      . <span className={styles.quiet}>{OVERLAP[`${comparison.doOverlap}`]}</span> {onward}
    </p>
  );
}

/** Everything that both runs measured, judged with all samples. */
function CompareLink({ project, baseline, contender }: ComparisonLineProps) {
  if (baseline.run === contender.run) return null;
  const search = { baseline: `run:${baseline.run}`, contender: `run:${contender.run}` };
  return (
    <Link to="/p/$project/compare" params={{ project }} search={search as never}>
      Compare all results of these two runs
    </Link>
  );
}

interface PointCardProps {
  project: string;
  facts: PointFacts;
  /** What else of the chosen series was measured at its commit. */
  beside: PointFacts[];
  onBaseline: () => void;
}

function PointCard({ project, facts, beside, onBaseline }: PointCardProps) {
  const { label, commit } = facts;
  return (
    <div className={styles.point}>
      <p>
        <SeriesName label={label} isFull />
      </p>
      <dl className={styles.facts}>
        <dt>Value</dt>
        <dd title={formatExact(facts.value, label.unit)}>
          {formatValue(facts.value, label.unit)}
          <span className={styles.quiet}> {intervalText(facts)}</span>
        </dd>
        <dt>Commit</dt>
        <dd>
          <CommitLink commit={commit} />
        </dd>
        <dt>Author</dt>
        <dd>
          {commit.author || "unknown"}, <RelativeTime at={commit.time} missing="no date" />
        </dd>
        <dt>vs previous commit</dt>
        <dd>{previousText(facts)}</dd>
        <CodeOrMachine project={project} facts={facts} />
        <dt>Run</dt>
        <dd>
          <Link
            to="/p/$project/runs/$run"
            params={{ project, run: String(facts.run) }}
            search={{ result: String(seriesOf(label.id)) }}
          >
            Run {facts.run} with its samples
          </Link>
        </dd>
        {beside.length === 0 ? null : (
          <>
            <dt>Also here</dt>
            <dd>
              {beside.slice(0, MOST_BESIDE).map((one) => (
                <div key={one.label.id}>
                  <SeriesName label={one.label} /> {formatValue(one.value, one.label.unit)}
                  <span className={styles.quiet}> {intervalText(one)}</span>
                </div>
              ))}
              {beside.length > MOST_BESIDE ? (
                <span className={styles.quiet}>and {beside.length - MOST_BESIDE} more</span>
              ) : null}
            </dd>
          </>
        )}
      </dl>
      <div>
        <Button kind="quiet" onClick={onBaseline}>
          Use as baseline (100 %)
        </Button>
      </div>
      {facts.changes.map((change) => (
        <ChangeLine key={change.id} change={change} isShort />
      ))}
    </div>
  );
}

/** How it differs from the commit before, with the machines that speak against it. */
function CodeOrMachine({ project, facts }: { project: string; facts: PointFacts }) {
  const { label, run, runBefore } = facts;
  const asked = runBefore === null ? null : { series: seriesOf(label.id), run, before: runBefore };
  const { data } = usePointsCompared(project, asked);
  if (data === undefined) return null;
  return (
    <>
      <dt>Code or machine</dt>
      <dd>
        {data.row.sentence}
        <NoisyMachines
          project={project}
          machines={data.noisy_machines}
          className={styles.quiet ?? ""}
        />
      </dd>
    </>
  );
}

const MOST_BESIDE = 8;

function besides(histories: History[], state: ExploreState, { commit, label }: PointFacts) {
  return state.series
    .filter((series) => series !== seriesOf(label.id))
    .map((series) => find(histories, { series, commit: commit.id }))
    .filter((one) => one !== null);
}

function intervalText({ value, low, high, n, label }: PointFacts): string {
  const samples = `${n} ${n === 1 ? "sample" : "samples"}`;
  if (low === null || high === null) return `${samples}, no interval`;
  return `${formatInterval(low, high, label.unit, value)}, ${samples}`;
}

function previousText({ previous, value, label }: PointFacts): string {
  if (previous === null) return "no earlier point in range";
  const at = formatValue(previous, label.unit);
  if (previous <= 0) return at;
  return `${at}; this one is ${effectPhrase({ ratio: value / previous }, label)}`;
}
