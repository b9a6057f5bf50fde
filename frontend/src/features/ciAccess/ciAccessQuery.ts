/** The requests behind the rules of CI systems. */

import { send } from "@/api/requests";
import type { NewCiRule } from "@/api/types";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";

const RULES = "ci-rules";
const keyOf = (project: string) => [project, "ciRules"];

export function useCiRules(project: string) {
  return useRead(keyOf(project), RULES, { project });
}

export function useKeepRule(project: string) {
  return useAction((body: NewCiRule) => send("post", RULES, { project }, body), [keyOf(project)]);
}

export function useRemoveRule(project: string) {
  return useAction(
    (id: number) => send("delete", "ci-rules/{rule_id}", { project, rule_id: id }),
    [keyOf(project)],
  );
}

/** Nothing is kept by it, hence no request is made stale. */
export function useTryClaims(project: string) {
  return useAction((claims: Record<string, unknown>) =>
    send("post", "ci-rules/trials", { project }, { claims }),
  );
}
