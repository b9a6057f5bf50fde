/** One row in full: what it rests on, what moved beside it, its samples, surroundings and history. */

import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { ComparedDetail, ComparedRow, Comparison, SeriesHistory } from "@/api/types";
import { Sparkline } from "@/charts/series/Sparkline";
import { Button } from "@/ui/controls/Button";
import { Explain } from "@/ui/feedback/Explain";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Panel } from "@/ui/layout/Panel";
import { parametersText, SeriesName } from "@/ui/links/SeriesName";
import { MeasureRuns } from "@/ui/measuring/MeasureRuns";
import { pointsSearch } from "@/ui/url/pageLinks";
import { counted } from "@/ui/words/countWords";
import { suspectedRatio } from "@/ui/words/priceWords";
import type { Term } from "@/ui/words/terms";
import { formatCount, formatInterval, formatNumber, formatValue } from "@/units/format";
import styles from "../Compare.module.css";
import { isMore, VerdictBadge } from "../CompareTable";
import { bothVariants, sideRuns, valuesOf } from "../compareModel";
import { useComparedRow, useRowHistory } from "../compareQuery";
import type { CompareState } from "../compareUrl";
import { Differences } from "../Differences";
import { RowExplanation } from "./RowExplanation";
import { RowProfiles } from "./RowProfiles";
import { RowSamples } from "./RowSamples";
import { countedIn } from "./rowWords";

interface RowPanelProps {
  project: string;
  comparison: Comparison;
  state: CompareState;
  series: number;
  onClose: () => void;
}

export function RowPanel({ project, comparison, state, series, onClose }: RowPanelProps) {
  const query = useComparedRow(project, state, series);
  const place = useRef<HTMLDivElement>(null);
  // It stands above thousands of rows, and whoever opened one may be far below.
  useEffect(() => {
    // newer browsers answer with a promise, which is nothing to clean up with
    void place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={place}>
      <Panel label="Row">
        <div className={styles.panelHead}>
          <h2>
            {query.data === undefined ? (
              "Row"
            ) : (
              <SeriesName
                label={bothVariants(query.data.row.series, state)}
                project={project}
                isFull
              />
            )}
          </h2>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
        <QueryBoundary
          query={query}
          failure="This row could not be loaded."
          skeleton={<Skeleton height={420} label="Loading the row" />}
        >
          {(detail) => (
            <Detail project={project} comparison={comparison} state={state} detail={detail} />
          )}
        </QueryBoundary>
      </Panel>
    </div>
  );
}

interface DetailProps {
  project: string;
  comparison: Comparison;
  state: CompareState;
  detail: ComparedDetail;
}

function Detail({ project, comparison, state, detail }: DetailProps) {
  const { row } = detail;
  return (
    <div className={styles.stack}>
      <div className={styles.said}>
        <p>
          <VerdictBadge verdict={row.verdict} isMore={isMore(row)} /> {row.sentence}.
        </p>
        {detail.shape === "" ? null : <p>{detail.shape}.</p>}
        {row.warnings.map((warning) => (
          <p key={warning} className={styles.quiet}>
            {warning}
          </p>
        ))}
      </div>
      <Again project={project} comparison={comparison} row={row} state={state} />
      <Facts row={row} state={state} />
      <RowExplanation explanation={detail.explanation} />
      <RowSamples detail={detail} />
      <Differences differences={detail.differences} reported={comparison.reported} />
      <RowProfiles project={project} detail={detail} />
      <RowHistory project={project} row={row} comparison={comparison} />
    </div>
  );
}

/** An inconclusive row: both commits in paired rounds, until its effect is upheld or refuted. */
function Again(props: Omit<DetailProps, "detail"> & { row: ComparedRow }) {
  const { project, comparison, row, state } = props;
  const runs = sideRuns(comparison);
  const areVariants = [state.baseline, state.contender].some((side) => valuesOf(side).length > 0);
  if (row.verdict !== "unknown" || runs === null || row.ratio === null || areVariants) return null;
  const ratio = suspectedRatio(row.ratio, comparison.threshold);
  return <MeasureRuns project={project} runs={{ ...runs, series: row.series.id }} ratio={ratio} />;
}

function Facts({ row, state }: { row: ComparedRow; state: CompareState }) {
  const { baseline, contender, aspect } = row;
  const of = aspect === "" ? [] : [aspect];
  return (
    <dl className={styles.facts}>
      <Fact name={["Baseline", ...of, ...valuesOf(state.baseline)].join(" ")}>
        {sideText(baseline, row)}
      </Fact>
      <Fact name={["Contender", ...of, ...valuesOf(state.contender)].join(" ")}>
        {sideText(contender, row)}
      </Fact>
      {row.ratio === null ? null : (
        <Fact name="Ratio" term="interval of a comparison">
          {row.ratio.toFixed(4)}
        </Fact>
      )}
      <Fact name="Estimate">{row.estimator}</Fact>
      <Fact name="Rests on">
        {row.basis === "exact" ? "an exact count" : countedIn(row.n, row.basis, most(row))}
      </Fact>
      {row.p === null ? null : (
        <Fact name="p" term="p-value">
          {formatNumber(row.p, 2)}
        </Fact>
      )}
      {row.adjusted_p === null ? null : (
        <Fact name="p over all rows" term="false discovery rate">
          {formatNumber(row.adjusted_p, 2)}
        </Fact>
      )}
    </dl>
  );
}

/** More than one where single samples or recordings of one run are counted. */
function most({ baseline, contender, n }: ComparedRow): number {
  return baseline.runs + contender.runs > 2 ? 1 : n;
}

/** The interval is that of the centre: a percentile or the spread has none of its own. */
function sideText(side: ComparedRow["baseline"], { series, aspect }: ComparedRow): string {
  const { value, low, high } = side;
  const ends =
    low === null || high === null ? "no interval" : formatInterval(low, high, series.unit, value);
  const runs = side.runs === 1 ? "" : `, ${side.runs} runs`;
  const said = formatValue(value, series.unit);
  return `${aspect === "" ? `${said} ${ends}` : said}, n = ${side.n}${runs}`;
}

interface FactProps {
  name: string;
  term?: Term;
  children: React.ReactNode;
}

function Fact({ name, term, children }: FactProps) {
  return (
    <div>
      <dt>
        {name} {term === undefined ? null : <Explain term={term} />}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface RowHistoryProps {
  project: string;
  row: ComparedRow;
  comparison: Comparison;
}

/** The history behind a row at a glance, and the address at which both commits are marked. */
function RowHistory({ project, row, comparison }: RowHistoryProps) {
  const series = [...new Set([row.baseline_series, row.series.id])];
  const history = useRowHistory(project, series);
  return (
    <section aria-label="History" className={styles.part}>
      <h3>History</h3>
      {history.data?.series.map((one) => (
        <p key={one.series.id} className={styles.line}>
          <Sparkline
            values={one.value.filter((value) => value !== null)}
            width={240}
            height={36}
            label={`${row.series.metric} over ${counted(one.value.length, "result")}`}
          />
          <span className={styles.quiet}>{historyText(one)}</span>
        </p>
      ))}
      <p>
        <Link
          to="/p/$project/explore"
          params={{ project }}
          search={pointsSearch(points(row, comparison)) as never}
        >
          Explore this history, both commits marked
        </Link>
      </p>
    </section>
  );
}

/** "allocator=glibc: 32 results on main, vm"; a single one makes no line. */
function historyText({ series, value }: SeriesHistory): string {
  const count =
    value.length === 1 ? "1 result, no line yet," : `${formatCount(value.length)} results`;
  return `${parametersText(series.parameters)}: ${count} on ${series.branch}, ${series.testbed}`;
}

/** Both sides at the commits of their newest runs. */
function points(row: ComparedRow, { baseline, contender }: Comparison) {
  const sides = [
    { series: row.baseline_series, commit: baseline.runs[0]?.commit.id ?? 0 },
    { series: row.series.id, commit: contender.runs[0]?.commit.id ?? 0 },
  ];
  const [first, second] = sides;
  const isOne = first?.series === second?.series && first?.commit === second?.commit;
  return isOne ? sides.slice(0, 1) : sides;
}
