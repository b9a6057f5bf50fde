/** Says whether the page is live, and since when it is not. */

import { type LiveState, useLiveUpdates } from "@/app/liveUpdates";
import { absoluteTime, relativeTime } from "@/units/relativeTime";
import styles from "./Layout.module.css";

export function LiveIndicator({ project }: { project: string }) {
  const live = useLiveUpdates(project);
  return (
    <span className={styles.live} data-state={live.state} role="status" title={hoverText(live)}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.liveText}>{liveText(live)}</span>
    </span>
  );
}

function liveText({ state, lastAt }: LiveState): string {
  if (state === "live") return "Live";
  if (state === "connecting") return "Connecting";
  if (lastAt === null) return "Live updates stopped";
  return `Live updates stopped, last at ${absoluteTime(lastAt).slice(11)}`;
}

function hoverText({ state, lastAt }: LiveState): string {
  if (state !== "stopped") return "Pages show new results as they arrive";
  const since = lastAt === null ? "" : ` Last event: ${relativeTime(lastAt, new Date())}.`;
  return `The stream of events broke; trying again.${since} Reload to be sure.`;
}
