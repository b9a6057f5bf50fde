/** Beside a verdict: on which machine it was measured, and what its own runs say against that machine. */

import type { NoisyMachine as Noisy } from "@/api/types";
import { MachineLink } from "./ThingLinks";

interface NoisyMachineProps {
  project: string;
  noisy: Noisy;
}

/** "Measured on bench-1, which was noisy: noise score 58 of 100 [55, 60]." */
export function NoisyMachine({ project, noisy }: NoisyMachineProps) {
  return (
    <>
      Measured on{" "}
      <MachineLink project={project} id={noisy.machine_id}>
        {noisy.machine}
      </MachineLink>
      , {noisy.text}.
    </>
  );
}

interface NoisyMachinesProps {
  project: string;
  machines: readonly Noisy[];
  className?: string | undefined;
}

/** A line for each machine that its own runs speak against; nothing where none do. */
export function NoisyMachines({ project, machines, className }: NoisyMachinesProps) {
  return machines.map((noisy) => (
    <p key={noisy.machine_id} className={className}>
      <NoisyMachine project={project} noisy={noisy} />
    </p>
  ));
}
