/** One strip per suite: what is open in it, and small multiples of its main series. */

import { Link } from "@tanstack/react-router";
import type { Sparkline as SparklineAnswer, SuiteCard } from "@/api/types";
import { Sparkline } from "@/charts/series/Sparkline";
import { parametersText } from "@/ui/links/SeriesName";
import { exploreSearch } from "@/ui/url/pageLinks";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatValue } from "@/units/format";
import { seriesName, sparklineTone, suiteText } from "./overviewModel";
import styles from "./SuiteStrips.module.css";

interface SuiteStripsProps {
  project: string;
  suites: readonly SuiteCard[];
}

/** Strips that are drawn at first: what is open or was measured last stands in front. */
const MOST = 8;

export function SuiteStrips({ project, suites }: SuiteStripsProps) {
  const folded = suites.slice(MOST);
  return (
    <>
      <Strips project={project} suites={suites.slice(0, MOST)} />
      {folded.length === 0 ? null : (
        <details className={styles.folded}>
          <summary>{counted(folded.length, "more suite")}</summary>
          <Strips project={project} suites={folded} />
        </details>
      )}
    </>
  );
}

function Strips({ project, suites }: SuiteStripsProps) {
  return (
    <ul className={styles.strips}>
      {suites.map((suite) => (
        <li key={suite.name} className={styles.strip}>
          <Strip project={project} suite={suite} />
        </li>
      ))}
    </ul>
  );
}

function Strip({ project, suite }: { project: string; suite: SuiteCard }) {
  return (
    <>
      <div className={styles.head}>
        <h3>
          <Link
            to="/p/$project/suites/$suite"
            params={{ project, suite: String(suite.id) }}
            title={suite.summary}
          >
            {suite.name}
          </Link>
        </h3>
        <span className={styles.quiet}>
          {suiteText(suite)}
          {suite.absent === "" ? `, ${counted(suite.series, "series", "series")}` : null}
          {suite.last_run_at === null ? null : (
            <>
              , <RelativeTime at={suite.last_run_at} />
            </>
          )}
        </span>
      </div>
      {suite.sparklines.length === 0 ? null : (
        <ul className={styles.multiples}>
          {suite.sparklines.map((sparkline) => (
            <Multiple
              key={sparkline.series.id}
              project={project}
              sparkline={sparkline}
              name={seriesName(sparkline.series, suite.sparklines)}
              isOneOfSeveral={isOneOfSeveral(sparkline, suite.sparklines)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface MultipleProps {
  project: string;
  sparkline: SparklineAnswer;
  name: string;
  /** Another one of the strip has the same name: then it says where it was measured. */
  isOneOfSeveral: boolean;
}

function nameOf({ series }: SparklineAnswer): string {
  return [series.benchmark, parametersText(series.parameters), series.metric].join(" ");
}

function isOneOfSeveral(one: SparklineAnswer, all: readonly SparklineAnswer[]): boolean {
  return all.some((other) => other !== one && nameOf(other) === nameOf(one));
}

function Multiple({ project, sparkline, name, isOneOfSeveral }: MultipleProps) {
  const { series, values, change_at } = sparkline;
  const latest = formatValue(values.at(-1), series.unit);
  return (
    <li className={styles.cell}>
      <Link
        to="/p/$project/explore"
        params={{ project }}
        search={exploreSearch([series.id])}
        className={styles.multiple}
        title={`${name} ${series.metric} on ${series.testbed}, ${series.branch}`}
      >
        <span className={styles.name}>{name}</span>
        <Sparkline
          values={values}
          changeAt={change_at}
          tone={sparklineTone(sparkline)}
          label={`${values.length} points, latest ${latest}`}
          width={160}
          height={36}
        />
        <span className={styles.value}>
          {latest}{" "}
          <span className={styles.quiet}>
            {series.metric}
            {isOneOfSeveral ? `, ${series.testbed}` : ""}
          </span>
        </span>
      </Link>
    </li>
  );
}
