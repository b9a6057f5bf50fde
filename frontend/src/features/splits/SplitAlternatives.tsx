/** What could be done instead: other values of the parameter or other commits, and the front of them. */

import { Link } from "@tanstack/react-router";
import type { Alternatives, SplitDetail } from "@/api/types";
import { ParetoPlot } from "@/charts/diverging/ParetoPlot";
import type { ParetoAxis } from "@/charts/diverging/paretoModel";
import { Select } from "@/ui/controls/Select";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Explain } from "@/ui/feedback/Explain";
import { Section } from "@/ui/layout/Page";
import { formatCount } from "@/units/format";
import type { ChangeSplit } from "./SplitPage";
import styles from "./Splits.module.css";
import { paretoPoints, titled } from "./splitsModel";
import type { SplitState } from "./splitUrl";

interface SplitAlternativesProps {
  project: string;
  split: SplitDetail;
  state: SplitState;
  onChange: ChangeSplit;
}

const KINDS = {
  values: "other values of the parameter, of the same run",
  commits: "earlier commits, and later ones, which hold the change as well; on the same testbed",
  published: "as published",
} as const;

export function SplitAlternatives({ project, split, state, onChange }: SplitAlternativesProps) {
  const { alternatives } = split;
  return (
    <div id="alternatives">
      <Section
        title="Alternatives"
        aside={
          alternatives === null ? undefined : (
            <>
              {KINDS[alternatives.kind]} <Explain term="pareto front" />
            </>
          )
        }
      >
        {alternatives === null ? (
          <EmptyState title="There is no alternative to compare it with.">
            Alternatives appear where a run measured more values of the parameter, or where other
            commits were measured; they need two members or metrics to be held against each other
            on.
          </EmptyState>
        ) : (
          <>
            <Axes alternatives={alternatives} onChange={onChange} />
            <ParetoPlot
              x={axisOf(alternatives, alternatives.x)}
              y={axisOf(alternatives, alternatives.y)}
              points={paretoPoints(alternatives)}
              tableSwitch={{
                isTable: state.front === "table",
                onTable: (isTable) => onChange({ front: isTable ? "table" : "chart" }),
              }}
            />
            <Sentences sentences={alternatives.sentences} />
            <Runs project={project} alternatives={alternatives} />
          </>
        )}
      </Section>
    </div>
  );
}

/** Sentences that are read at once; a fold with one or two in it would save nothing. */
const AT_ONCE = 5;

function Sentences({ sentences }: { sentences: readonly string[] }) {
  const first = sentences.length > AT_ONCE + 2 ? AT_ONCE : sentences.length;
  return (
    <>
      <Lines sentences={sentences.slice(0, first)} />
      {first === sentences.length ? null : (
        <details>
          <summary>Show all {formatCount(sentences.length)}</summary>
          <Lines sentences={sentences.slice(first)} />
        </details>
      )}
    </>
  );
}

function Lines({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className={styles.sentences}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function axisOf({ objectives }: Alternatives, name: string): ParetoAxis {
  const found = objectives.find((one) => one.name === name);
  return { name, unit: found?.unit ?? "", better: found?.direction ?? "lower" };
}

function Axes({ alternatives, onChange }: { alternatives: Alternatives; onChange: ChangeSplit }) {
  const { objectives, x, y } = alternatives;
  const choices = (other: string) =>
    objectives
      .filter(({ name }) => name !== other)
      .map(({ name }) => ({ value: name, label: name }));
  return (
    <div className={styles.controls}>
      <Select
        label="Y axis"
        choices={choices(x)}
        value={y}
        onChange={(chosen) => onChange({ y: chosen, x })}
      />
      <Select
        label="X axis"
        choices={choices(y)}
        value={x}
        onChange={(chosen) => onChange({ x: chosen, y })}
      />
    </div>
  );
}

function Runs({ project, alternatives }: { project: string; alternatives: Alternatives }) {
  const runs = alternatives.rows.filter(({ run }) => run !== null);
  if (runs.length === 0) return null;
  return (
    <p className={styles.facts}>
      Runs:
      {runs.map(({ name, title, run }) => (
        <Link key={name} to="/p/$project/runs/$run" params={{ project, run: String(run) }}>
          {titled({ name, title })}
        </Link>
      ))}
    </p>
  );
}
