/** The listed changes: series, what happened, and its shape as a link into the explorer. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ChangePoint } from "@/api/types";
import { Sparkline } from "@/charts/Sparkline";
import { toneOf } from "@/ui/ChangeEffect";
import { ChangeLine } from "@/ui/ChangeLine";
import { exploreSearch } from "@/ui/pageLinks";
import { SeriesName } from "@/ui/SeriesName";
import styles from "./Changes.module.css";
import { type Shape, shapesOf } from "./changesModel";
import { useShapes } from "./changesQuery";

interface ChangeRowsProps {
  project: string;
  changes: ChangePoint[];
}

export function ChangeRows({ project, changes }: ChangeRowsProps) {
  const ids = useMemo(() => [...new Set(changes.map((one) => one.series.id))], [changes]);
  const histories = useShapes(project, ids);
  const shapes = useMemo(() => shapesOf(histories), [histories]);
  return (
    <ul className={styles.rows}>
      {changes.map((change) => (
        <li key={change.id} className={styles.row}>
          <div className={styles.words}>
            <SeriesName label={change.series} isFull />
            <ChangeLine change={change} />
          </div>
          <Link
            to="/p/$project/explore"
            params={{ project }}
            search={exploreSearch([change.series.id], change.commit.id)}
            className={styles.link}
          >
            <ShapeLine change={change} shape={shapes.get(change.series.id)} />
            <span>Open in the explorer</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ShapeLine({ change, shape }: { change: ChangePoint; shape: Shape | undefined }) {
  if (shape === undefined) return <span className={styles.place} aria-hidden="true" />;
  const index = shape.indexOf.get(change.commit.id);
  return (
    <Sparkline
      values={shape.values}
      changeAt={index === undefined ? [] : [index]}
      tone={toneOf(change)}
      label={`History of ${change.series.benchmark} ${change.series.metric}`}
      width={160}
      height={36}
    />
  );
}
