/** The variants of one benchmark and metric side by side, with intervals, the best first. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { RunDetail } from "@/api/types";
import { IntervalRow, intervalDomain } from "@/charts/diverging/IntervalRow";
import { chartTitle } from "@/charts/frame/chartTitle";
import { FilterBar } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { exploreSearch } from "@/ui/url/pageLinks";
import { formatExact, formatIn } from "@/units/format";
import type { Scale } from "@/units/scale";
import type { ChangeRun } from "../RunPage";
import styles from "../Runs.module.css";
import { columnScale } from "../runsModel";
import { useVariantPairs } from "../runsQuery";
import type { RunState } from "../runsUrl";
import {
  basisText,
  differing,
  firstChoice,
  groupSentence,
  type Judged,
  ONE_GROUP,
  pairsOf,
  type Standing,
  usualSplit,
  type VariantGroup,
  type VariantRow,
  variantGroups,
  withJudgement,
} from "./variantsModel";

interface VariantsSectionProps {
  project: string;
  run: RunDetail;
  state: RunState;
  onChange: ChangeRun;
}

export function VariantsSection({ project, run, state, onChange }: VariantsSectionProps) {
  const choice = useMemo(() => chosen(run, state), [run, state]);
  const groups = useMemo(() => variantGroups(run.rows, choice), [run.rows, choice]);
  const { judged, standing, failure } = useJudged(project, run.id, groups);
  if (groups.length === 0) {
    return (
      <EmptyState title="Nothing to compare.">
        This run has no result of {choice.benchmark || "any benchmark"} in{" "}
        {choice.metric || "any metric"}.
      </EmptyState>
    );
  }
  return (
    <div className={styles.stack}>
      <VariantChoosers run={run} choice={choice} onChange={onChange} />
      {groups.map((group) => (
        <Group
          key={group.title}
          project={project}
          group={withJudgement(group, judged)}
          sentence={groupSentence(group, judged, standing)}
          basis={basisText(group, judged)}
        />
      ))}
      <ErrorState error={failure} what="The variants could not be judged against each other." />
    </div>
  );
}

/** What the server says of each variant against the best of its group; empty until it answered. */
function useJudged(project: string, run: number, groups: readonly VariantGroup[]) {
  const pairs = useMemo(() => pairsOf(groups).slice(0, MOST_PAIRS), [groups]);
  const { data, error } = useVariantPairs(project, run, pairs);
  const judged: Judged = useMemo(
    () => new Map(data?.rows.map((pair) => [pair.contender, pair])),
    [data],
  );
  const isJudged = pairs.length === 0 || data !== undefined;
  const standing: Standing = isJudged ? "judged" : error === null ? "waiting" : "failed";
  return { judged, standing, failure: error };
}

/** That the server judges at once. */
const MOST_PAIRS = 200;
/** Left out on phones. */
const MINOR_NUMBER = `${styles.number} ${styles.minor}`;
/** Lines that one chart can hold. */
const AT_ONCE = 8;

/** What the address leaves open is filled with the first benchmark that has several variants. */
function chosen(run: RunDetail, { benchmark, metric, split }: RunState) {
  const inBenchmark = run.rows.filter(
    ({ series }) => benchmark === "" || series.benchmark === benchmark,
  );
  const inBoth = inBenchmark.filter(({ series }) => metric === "" || series.metric === metric);
  const first = firstChoice(inBoth, run.metric_order);
  return { benchmark: benchmark || first.benchmark, metric: metric || first.metric, split };
}

interface VariantChoosersProps {
  run: RunDetail;
  choice: ReturnType<typeof chosen>;
  onChange: ChangeRun;
}

function VariantChoosers({ run, choice, onChange }: VariantChoosersProps) {
  const ofBenchmark = run.rows.filter(({ series }) => series.benchmark === choice.benchmark);
  const members = ofBenchmark.filter(({ series }) => series.metric === choice.metric);
  const splits = differing(members);
  return (
    <FilterBar>
      <Select
        label="Benchmark"
        choices={plain(run.rows.map(({ series }) => series.benchmark))}
        value={choice.benchmark}
        onChange={(benchmark) => onChange({ benchmark, split: null })}
      />
      <Select
        label="Metric"
        choices={plain(ofBenchmark.map(({ series }) => series.metric))}
        value={choice.metric}
        onChange={(metric) => onChange({ metric })}
      />
      {splits.length > 1 ? (
        <Select
          label="Apart by"
          choices={[{ value: ONE_GROUP, label: "nothing" }, ...plain(splits)]}
          value={choice.split ?? usualSplit(members)}
          onChange={(split) => onChange({ split })}
        />
      ) : null}
    </FilterBar>
  );
}

function plain(names: string[]) {
  return [...new Set(names)].map((value) => ({ value, label: value }));
}

interface GroupProps {
  project: string;
  group: VariantGroup;
  sentence: string;
  basis: string;
}

function Group({ project, group, sentence, basis }: GroupProps) {
  const first = group.rows[0]?.result.series;
  const results = group.rows.map((row) => row.result);
  const domain = useMemo(() => intervalDomain(results), [results]);
  if (first === undefined) return null;
  const scale = columnScale(
    first.unit,
    results.flatMap(({ value, high }) => [value, high]),
  );
  const title = chartTitle(first.metric, scale.label, first.direction);
  const best = group.rows.find((row) => row.isBest)?.result.value ?? null;
  return (
    <section className={styles.group} aria-label={group.title || title}>
      <div className={styles.panelHead}>
        <h2>{group.title === "" ? title : `${group.title}: ${title}`}</h2>
        <Link
          to="/p/$project/explore"
          params={{ project }}
          search={exploreSearch(results.slice(0, AT_ONCE).map((result) => result.series.id))}
        >
          Their history
        </Link>
      </div>
      <p>
        {sentence} <span className={styles.quiet}>{basis}</span>
      </p>
      <div className={styles.scroll}>
        <table className={styles.variants}>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">
                {formatIn(domain.low, scale)} to {formatIn(domain.high, scale)}
                {domain.low === 0 ? "" : ", not from zero"}
              </th>
              <th scope="col" className={styles.number}>
                {scale.label === "" ? "Value" : `Value (${scale.label})`}
              </th>
              <th scope="col" className={MINOR_NUMBER}>
                95 % interval
              </th>
              <th scope="col" className={MINOR_NUMBER}>
                Samples
              </th>
              <th scope="col">Against the best</th>
            </tr>
          </thead>
          <tbody>
            {group.rows.map((row) => (
              <Variant
                key={row.result.series.id}
                row={row}
                domain={domain}
                scale={scale}
                best={best}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface VariantProps {
  row: VariantRow;
  domain: ReturnType<typeof intervalDomain>;
  scale: Scale;
  best: number | null;
}

function Variant({ row, domain, scale, best }: VariantProps) {
  const { value, low, high, n, basis, series } = row.result;
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td>
        <IntervalRow
          value={value}
          low={low}
          high={high}
          unit={series.unit}
          domain={domain}
          reference={best}
          isBest={row.mayBeBest ?? row.isBest}
          width={320}
        />
      </td>
      <td className={styles.number} title={formatExact(value, series.unit)}>
        {formatIn(value, scale)}
      </td>
      <td className={MINOR_NUMBER}>
        {low === null || high === null
          ? "none"
          : `[${formatIn(low, scale)}, ${formatIn(high, scale)}]`}
      </td>
      <td className={MINOR_NUMBER}>{basis === "summary" ? "summary only" : n}</td>
      <td>{row.against}</td>
    </tr>
  );
}
