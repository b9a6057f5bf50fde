/** What a person can say of changes as they stand; each is taken back for ten seconds. */

import { useMay } from "@/api/session";
import type { ChangePoint, GroupMember } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { useShortcut } from "@/ui/controls/shortcuts";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { type Judgement, judgementsFor } from "../changesModel";
import { useJudge } from "../changesQuery";

interface JudgementButtonsProps {
  project: string;
  changes: readonly (ChangePoint | GroupMember)[];
  /** Of a whole cause: other buttons than those of the page, and without its keys. */
  isAll?: boolean;
}

const LABELS: Record<Judgement, string> = {
  acknowledged: "Acknowledge",
  unacknowledged: "Take out of hand",
  rejected: "Not a change",
  reopened: "Open again",
};

export function JudgementButtons({ project, changes, isAll = false }: JudgementButtonsProps) {
  const mayJudge = useMay(project, "triage");
  const judge = useJudge(project);
  const offers = offersFor(changes);
  const say = (judgement: Judgement) => {
    const meant = offers.get(judgement);
    if (meant !== undefined && mayJudge) judge.mutate({ judgement, changes: meant });
  };
  if (!mayJudge) return null;
  return (
    <>
      {isAll ? null : <Keys onSay={say} />}
      {[...offers.keys()].map((judgement) => (
        <Button key={judgement} disabled={judge.isPending} onClick={() => say(judgement)}>
          {LABELS[judgement]}
          {isAll ? ` (${offers.get(judgement)?.length})` : ""}
        </Button>
      ))}
      <ErrorState error={judge.error} what="The judgement was not stored." />
    </>
  );
}

function Keys({ onSay }: { onSay: (judgement: Judgement) => void }) {
  useShortcut("a", "Acknowledge", () => onSay("acknowledged"), "This change");
  useShortcut("n", "Not a change", () => onSay("rejected"), "This change");
  useShortcut("o", "Open again", () => onSay("reopened"), "This change");
  return null;
}

/** Each judgement that applies to any of them, and to which. */
function offersFor(changes: JudgementButtonsProps["changes"]): Map<Judgement, number[]> {
  const offers = new Map<Judgement, number[]>();
  for (const change of changes) {
    for (const judgement of judgementsFor(standingOf(change))) {
      offers.set(judgement, [...(offers.get(judgement) ?? []), change.id]);
    }
  }
  return offers;
}

function standingOf(change: ChangePoint | GroupMember) {
  return "cause" in change
    ? { ...change, is_acknowledged: change.acknowledged_at !== null }
    : { ...change, cause: "person" as const };
}
