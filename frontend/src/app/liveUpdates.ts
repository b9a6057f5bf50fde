/** Server-sent events of a project: what they name is fetched again; silence is said. */

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

export interface LiveState {
  state: "connecting" | "live" | "stopped";
  /** When the stream was last known to work. */
  lastAt: Date | null;
}

/** Query keys (after the project) that each kind of event makes stale. */
export const STALE: Record<string, readonly string[]> = {
  report: ["overview", "runs", "sweeps", "reports"],
  run: [
    ...["overview", "runs", "series", "facets", "history", "pivot", "comparison"],
    ...["pulls", "sweeps", "splits", "ladders", "machines", "profiles"],
    ...["metrics", "names", "merge", "deletions", "jobs"],
  ],
  change: [
    ...["overview", "changes", "history", "series", "pivot", "comparison", "splits"],
    "thresholds",
  ],
  alert: ["overview", "changes", "channels", "deliveries"],
  split: ["splits"],
  ladder: ["ladders"],
  claim: ["claims", "overview"],
  pull: ["pulls", "forge"],
  agent: ["overview", "machines"],
  job: ["jobs"],
};
const RETRY_MS = 5_000;
/** Events come in bursts while a report is ingested; one refetch serves them all. */
const GATHER_MS = 400;

class Gatherer {
  private readonly waiting = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: QueryClient,
    private readonly project: string,
  ) {}

  add(kind: string) {
    for (const name of STALE[kind] ?? []) this.waiting.add(name);
    this.timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  stop() {
    clearTimeout(this.timer);
  }

  private flush() {
    this.timer = undefined;
    for (const name of this.waiting) {
      void this.client.invalidateQueries({ queryKey: [this.project, name] });
    }
    this.waiting.clear();
  }
}

export function useLiveUpdates(project: string): LiveState {
  const client = useQueryClient();
  const [live, setLive] = useState<LiveState>({ state: "connecting", lastAt: null });
  useEffect(() => {
    const gatherer = new Gatherer(client, project);
    let source: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let wasBroken = false;
    const touch = () => setLive({ state: "live", lastAt: new Date() });
    const opened = () => {
      touch();
      // Whatever happened while nobody listened is unknown, so everything may be stale.
      if (wasBroken) void client.invalidateQueries({ queryKey: [project] });
      wasBroken = false;
    };
    const broken = () => {
      wasBroken = true;
      setLive((before) => ({ state: "stopped", lastAt: before.lastAt }));
      // The browser retries by itself unless the answer was final; then we do.
      if (source?.readyState === 2) retry = setTimeout(connect, RETRY_MS);
    };
    const connect = () => {
      source = new EventSource(`/api/v1/projects/${encodeURIComponent(project)}/events`);
      source.addEventListener("open", opened);
      source.addEventListener("error", broken);
      for (const kind of Object.keys(STALE)) {
        source.addEventListener(kind, () => {
          touch();
          gatherer.add(kind);
        });
      }
    };
    connect();
    return () => {
      source?.close();
      clearTimeout(retry);
      gatherer.stop();
    };
  }, [client, project]);
  return live;
}
