/** Facts of the points at one value of the swept parameter, with the way to their history. */

import { Link } from "@tanstack/react-router";
import type { SweepCurve, SweepDetail } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Panel } from "@/ui/layout/Panel";
import { exploreSearch, valueSides } from "@/ui/url/pageLinks";
import styles from "./Sweeps.module.css";
import { type OpenPoint, pointsAt } from "./sweepsModel";

interface SweepPointsProps {
  project: string;
  sweep: SweepDetail;
  shown: SweepCurve[];
  at: number;
  onClose: () => void;
}

export function SweepPoints({ project, sweep, shown, at, onClose }: SweepPointsProps) {
  const points = pointsAt(sweep, shown, at);
  const best = shown.find((curve) => curve.best_x !== null && curve.best_x !== at)?.best_x;
  return (
    <Panel label="Opened value">
      <div className={styles.head}>
        <h2>
          {sweep.axis} = {at}
        </h2>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      {points.length === 0 ? (
        <p className={styles.quiet}>This value was not measured here.</p>
      ) : null}
      {best === undefined || best === null ? null : (
        <p>
          <Link
            to="/p/$project/splits/$split"
            params={{ project, split: "new" }}
            search={valueSides(sweep.run.id, sweep.axis, [String(best), String(at)]) as never}
          >
            {sweep.axis} = {at} against {best}, as a split
          </Link>
        </p>
      )}
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point.series}>
            <Facts point={point} />
            <span className={styles.links}>
              <Link
                to="/p/$project/runs/$run"
                params={{ project, run: String(sweep.run.id) }}
                search={{ result: String(point.series) }}
              >
                Samples
              </Link>
              <Link
                to="/p/$project/explore"
                params={{ project }}
                search={exploreSearch([point.series])}
              >
                History
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Facts({ point }: { point: OpenPoint }) {
  return (
    <span>
      {point.name === "" ? null : <span className={styles.quiet}>{point.name} </span>}
      {point.value} <span className={styles.quiet}>{point.interval}</span>
      {point.standing === "" ? null : `, ${point.standing}`}
    </span>
  );
}
