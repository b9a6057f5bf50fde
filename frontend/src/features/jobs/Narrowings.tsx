/** How the effect of a job became known: its interval by rounds, while they come in and afterwards. */

import { useState } from "react";
import type { JobDetail, JobNarrowing } from "@/api/types";
import { indexTicks, type Tick } from "@/charts/frame/ticks";
import { LinesPlot } from "@/charts/lines/LinesPlot";
import { Select } from "@/ui/controls/Select";
import { Section } from "@/ui/layout/Page";
import { shortCommit } from "@/ui/words/commitName";
import { counted } from "@/ui/words/countWords";
import { isJobOver } from "@/ui/words/jobWords";
import { formatShare } from "@/units/share";
import styles from "./Jobs.module.css";

const MOST_TICKS = 6;

export function Narrowings({ detail: { job, narrowings } }: { detail: JobDetail }) {
  const [chosen, choose] = useState<string | null>(null);
  const shown = narrowings.find((one) => keyOf(one) === chosen) ?? narrowings[0];
  if (shown === undefined) return null;
  const so = isJobOver(job) ? "" : " so far";
  return (
    <Section
      title="Effect"
      aside={`${shortCommit(shown.commit)} to ${shortCommit(shown.baseline)}, ${counted(shown.rounds, "round")}${so}`}
    >
      {narrowings.length === 1 ? null : (
        <Select
          label="Variant"
          value={keyOf(shown)}
          isInline
          choices={narrowings.map((one) => ({ value: keyOf(one), label: nameOf(one, narrowings) }))}
          onChange={choose}
        />
      )}
      {shown.points.length === 0 ? (
        <p className={styles.quiet}>
          {counted(shown.rounds, "round")} came in; the first interval comes with the third one.
        </p>
      ) : (
        <Picture of={shown} />
      )}
    </Section>
  );
}

function keyOf({ variant, metric, commit }: JobNarrowing): string {
  return [variant, metric, commit].join("\n");
}

function nameOf({ variant, metric, commit }: JobNarrowing, all: readonly JobNarrowing[]): string {
  const isAlone = all.every((one) => one.commit === commit);
  return `${variant}, ${metric}${isAlone ? "" : `, ${shortCommit(commit)}`}`;
}

function Picture({ of }: { of: JobNarrowing }) {
  const name = `${of.variant}, ${of.metric}`;
  const points = of.points.map(({ rounds, ratio, low, high }) => ({
    x: rounds,
    y: 100 * (ratio - 1),
    low: 100 * (low - 1),
    high: 100 * (high - 1),
  }));
  return (
    <LinesPlot
      title={`Effect by rounds: ${name}`}
      unit="%"
      lines={[{ name, points }]}
      reference={0}
      hasDots
      xName="rounds"
      xText={(rounds) => counted(rounds, "round")}
      xTicks={roundTicks}
      notes={[`Band: ${formatShare(of.coverage)} interval, at all points together`]}
      height={220}
    />
  );
}

/** Whole rounds; the last tick names them. */
function roundTicks(low: number, high: number, room: number): Tick[] {
  const places = indexTicks(Math.round(low), Math.round(high), Math.min(room, MOST_TICKS));
  return places.map((at, index) => ({
    at,
    label: index === places.length - 1 ? counted(at, "round") : String(at),
  }));
}
