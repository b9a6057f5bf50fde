/** One card per suite: what it is, how much of it there is, its most interesting series. */

import { Link } from "@tanstack/react-router";
import type { Sparkline as SparklineAnswer, SuiteCard } from "@/api/types";
import { Sparkline } from "@/charts/series/Sparkline";
import { parametersText } from "@/ui/links/SeriesName";
import { exploreSearch } from "@/ui/url/pageLinks";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatValue } from "@/units/format";
import styles from "./Overview.module.css";
import { sparklineTone, suiteText } from "./overviewModel";

interface SuiteCardsProps {
  project: string;
  suites: readonly SuiteCard[];
}

export function SuiteCards({ project, suites }: SuiteCardsProps) {
  return (
    <ul className={styles.cards}>
      {suites.map((suite) => (
        <li key={suite.name} className={styles.card}>
          <Card project={project} suite={suite} />
        </li>
      ))}
    </ul>
  );
}

function Card({ project, suite }: { project: string; suite: SuiteCard }) {
  return (
    <>
      <div className={styles.cardHead}>
        <h3>
          <Link to="/p/$project/suites/$suite" params={{ project, suite: String(suite.id) }}>
            {suite.name}
          </Link>
        </h3>
        <span className={styles.quiet}>{suiteText(suite)}</span>
      </div>
      {suite.summary === "" ? null : <p className={styles.quiet}>{suite.summary}</p>}
      <ul className={styles.lines}>
        {suite.sparklines.map((sparkline) => (
          <Line
            key={sparkline.series.id}
            project={project}
            sparkline={sparkline}
            isOneOfSeveral={isOneOfSeveral(sparkline, suite.sparklines)}
          />
        ))}
      </ul>
      <p className={styles.foot}>
        {counted(suite.benchmarks, "benchmark", "benchmarks")},{" "}
        {counted(suite.series, "series", "series")}, {counted(suite.runs, "run", "runs")}
        {suite.last_run_at === null ? null : (
          <>
            , last <RelativeTime at={suite.last_run_at} />
          </>
        )}
      </p>
    </>
  );
}

interface LineProps {
  project: string;
  sparkline: SparklineAnswer;
  /** Another line of the card has the same name: then it says where it was measured. */
  isOneOfSeveral: boolean;
}

function nameOf({ series }: SparklineAnswer): string {
  return [series.benchmark, parametersText(series.parameters), series.metric].join(" ");
}

function isOneOfSeveral(one: SparklineAnswer, all: readonly SparklineAnswer[]): boolean {
  return all.some((other) => other !== one && nameOf(other) === nameOf(one));
}

function Line({ project, sparkline, isOneOfSeveral }: LineProps) {
  const { series, values, change_at } = sparkline;
  const latest = formatValue(values.at(-1), series.unit);
  const name = [series.benchmark, parametersText(series.parameters)].filter(Boolean).join(" ");
  return (
    <li>
      <Link
        to="/p/$project/explore"
        params={{ project }}
        search={exploreSearch([series.id])}
        className={styles.line}
        title={`${name} ${series.metric} on ${series.testbed}, ${series.branch}`}
      >
        <span className={styles.lineName}>
          {name}{" "}
          <span className={styles.quiet}>
            {series.metric}
            {isOneOfSeveral ? `, ${series.testbed}` : ""}
          </span>
        </span>
        <Sparkline
          values={values}
          changeAt={change_at}
          tone={sparklineTone(sparkline)}
          label={`${values.length} points, latest ${latest}`}
          width={110}
          height={22}
        />
        <span className={styles.lineValue}>{latest}</span>
      </Link>
    </li>
  );
}
