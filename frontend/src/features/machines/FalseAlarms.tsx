/** How often a testbed raised alarm between two runs of the same code, against what is claimed. */

import { Link } from "@tanstack/react-router";
import type { AlarmRate, RepeatableSuite } from "@/api/types";
import { IntervalRow } from "@/charts/diverging/IntervalRow";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import styles from "./Noise.module.css";
import {
  alarmBasis,
  alarmVerdict,
  rateDomain,
  rateText,
  repetitionOf,
  unjudgedText,
} from "./noiseModel";

interface FalseAlarmsProps {
  project: string;
  rate: AlarmRate;
  /** What is best measured twice here. */
  suite: RepeatableSuite | null;
}

export function FalseAlarms({ project, rate, suite }: FalseAlarmsProps) {
  return (
    <div>
      <h3 className={styles.subhead}>False alarms</h3>
      {rate.rate === null ? (
        <Nothing rate={rate} suite={suite} />
      ) : (
        <Rate project={project} rate={rate} value={rate.rate} />
      )}
    </div>
  );
}

function Nothing({ rate, suite }: Omit<FalseAlarmsProps, "project">) {
  const { command, prose } = repetitionOf(suite);
  return (
    <details>
      <summary>Not measured yet</summary>
      <EmptyState
        title="Measure the false-alarm rate: run a suite twice on one commit."
        {...(command === null ? {} : { command })}
      >
        {prose} Two runs in a row of the same code on the same machine are compared like any two
        runs and counted, once their series have six runs or more. {unjudgedText(rate)}
      </EmptyState>
    </details>
  );
}

function Rate({ project, rate, value }: { project: string; rate: AlarmRate; value: number }) {
  return (
    <>
      <p>
        <strong className={rate.too_many ? styles.worse : undefined}>
          {rate.too_many ? "▲ " : ""}
          {rateText(rate)}
        </strong>
        , {alarmVerdict(rate)}
      </p>
      <IntervalRow
        value={100 * value}
        low={100 * rate.low}
        high={100 * rate.high}
        unit="%"
        domain={rateDomain(rate)}
        reference={100 * rate.claimed}
        colour={rate.too_many ? "var(--worse)" : "var(--text)"}
        width={320}
      />
      <p className={styles.quiet}>
        {alarmBasis(rate)}; newest <RelativeTime at={rate.newest_at} />. A comparison is a suite run
        twice in a row at the same code; the interval holds at all looks together (95 %), the dashed
        line is the rate claimed. {unjudgedText(rate)}
      </p>
      {rate.newest_alarms.length === 0 ? null : (
        <p className={styles.quiet}>
          Newest alarms:{" "}
          {rate.newest_alarms.map((pair, place) => (
            <span key={pair.run_id}>
              {place === 0 ? "" : "; "}
              <Link to="/p/$project/runs/$run" params={{ project, run: String(pair.run_id) }}>
                run {pair.run_id}
              </Link>{" "}
              after run {pair.baseline_run_id}, {formatCount(pair.alarms)} of{" "}
              {formatCount(pair.compared)} results
            </span>
          ))}
        </p>
      )}
    </>
  );
}
