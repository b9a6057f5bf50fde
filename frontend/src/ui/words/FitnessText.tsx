/** Whether a machine is fit to measure: the word, and what speaks against it or for it first. */

import type { MachineHealth } from "@/api/types";
import { Badge, type Tone } from "@/ui/feedback/Badge";

type Fitness = MachineHealth["fitness"];

const TONES: Record<Fitness["verdict"], Tone> = {
  fit: "better",
  "with reservations": "unresolved",
  "not fit": "worse",
  unknown: "plain",
};

function FitnessBadge({ fitness }: { fitness: Fitness }) {
  return <Badge tone={TONES[fitness.verdict]}>{fitness.verdict}</Badge>;
}

export function FitnessText({ fitness }: { fitness: Fitness }) {
  const first = fitness.reasons[0] ?? "no run reported its state";
  return (
    <>
      <FitnessBadge fitness={fitness} /> {first}
    </>
  );
}
