/** Machines with the noise of their testbed below them, then testbeds whose machines are unknown. */

import type { ReactNode } from "react";
import type { Machine } from "@/api/types";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { useNoise } from "./machinesQuery";
import { TestbedNoisePanel } from "./TestbedNoisePanel";

interface TestbedNoisesProps {
  project: string;
  /** Those of one testbed beside one another. */
  machines: readonly Machine[];
  children: (machine: Machine) => ReactNode;
}

export function TestbedNoises({ project, machines, children }: TestbedNoisesProps) {
  const noise = useNoise(project);
  const names = [...new Set(machines.map((machine) => machine.testbed))];
  const panelOf = (name: string) =>
    noise.data?.rows
      .filter((testbed) => testbed.name === name)
      .map((testbed) => <TestbedNoisePanel key={testbed.id} project={project} testbed={testbed} />);
  return (
    <>
      {names.flatMap((name) => [
        ...machines.filter((machine) => machine.testbed === name).map(children),
        noise.isPending ? <Skeleton key={name} height={320} /> : panelOf(name),
      ])}
      <QueryBoundary
        query={noise}
        failure="The noise of the testbeds could not be loaded."
        skeleton={<span />}
      >
        {({ rows }) => (
          <>{rows.filter((one) => !names.includes(one.name)).flatMap((one) => panelOf(one.name))}</>
        )}
      </QueryBoundary>
    </>
  );
}
