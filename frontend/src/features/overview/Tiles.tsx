/** Four numbers that answer at a glance, each a way to the page behind it. */

import { Link } from "@tanstack/react-router";
import type { Overview } from "@/api/types";
import { tileStyles as styles, TileFace } from "@/ui/layout/Tile";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import { fitnessCounts, isJudged, liveCounts } from "./overviewModel";

interface TilesProps {
  project: string;
  overview: Overview;
}

export function Tiles({ project, overview }: TilesProps) {
  return (
    <ul className={styles.tiles} aria-label="At a glance">
      <li>
        <OpenRegressions project={project} overview={overview} />
      </li>
      <li>
        <Improvements project={project} overview={overview} />
      </li>
      <li>
        <Machines project={project} overview={overview} />
      </li>
      <li>
        <NewestRun project={project} overview={overview} />
      </li>
    </ul>
  );
}

function OpenRegressions({ project, overview }: TilesProps) {
  const { regressions, groups } = liveCounts(overview);
  const none = isJudged(overview) ? "nothing to look at" : "not all can be judged yet";
  return (
    <Link to="/p/$project/changes" params={{ project }} className={styles.tile}>
      <TileFace
        name="Open regressions"
        value={formatCount(regressions)}
        note={regressions === 0 ? none : `in ${counted(groups, "open change")}`}
        tone={regressions > 0 ? "worse" : isJudged(overview) ? "good" : "plain"}
      />
    </Link>
  );
}

function Improvements({ project, overview }: TilesProps) {
  const count = overview.open.improved_this_week;
  return (
    <Link
      to="/p/$project/changes"
      params={{ project }}
      search={{ verdict: "improvement", days: "7" }}
      className={styles.tile}
    >
      <TileFace
        name="Improvements"
        value={formatCount(count)}
        note="found in the last 7 days"
        tone={count > 0 ? "better" : "plain"}
      />
    </Link>
  );
}

function Machines({ project, overview }: TilesProps) {
  const { machines } = overview;
  const { fit, unfit, unknown } = fitnessCounts(overview);
  const isGood = machines.length > 0 && unfit === 0 && unknown === 0;
  const note = [
    ...(unfit > 0 ? [`${formatCount(unfit)} not fit`] : []),
    ...(unknown > 0 ? [`${formatCount(unknown)} not known yet`] : []),
  ].join(", ");
  return (
    <Link to="/p/$project/machines" params={{ project }} className={styles.tile}>
      <TileFace
        name="Machines fit to measure"
        value={
          machines.length === 0 ? "none" : `${formatCount(fit)} of ${formatCount(machines.length)}`
        }
        note={note || (isGood ? "by noise and control" : "no agent yet")}
        tone={unfit > 0 ? "worse" : isGood ? "good" : "plain"}
      />
    </Link>
  );
}

function NewestRun({ project, overview }: TilesProps) {
  const [run] = overview.recent_runs;
  const missing = overview.outages.length;
  const isWatched = overview.agents.length > 0;
  return (
    <Link to="/p/$project/runs" params={{ project }} className={styles.tile}>
      <TileFace
        name="Newest run"
        value={<RelativeTime at={run?.started_at ?? null} missing="none" />}
        note={
          missing > 0
            ? `${formatCount(missing)} failing or missing`
            : (run?.suite ?? "no results yet")
        }
        tone={missing > 0 ? "worse" : isWatched ? "good" : "plain"}
      />
    </Link>
  );
}
