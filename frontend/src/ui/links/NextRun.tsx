/** What an agent that rests runs next, and when. */

import type { Agent } from "@/api/types";
import { RelativeTime } from "@/ui/words/RelativeTime";

export function NextRun({ agent }: { agent: Pick<Agent, "state" | "planned" | "is_silent"> }) {
  const [next] = agent.planned;
  if (next === undefined || agent.state !== "idle" || agent.is_silent) return null;
  return (
    <span>
      next {next.suite}, <RelativeTime at={next.due_at} />
    </span>
  );
}
