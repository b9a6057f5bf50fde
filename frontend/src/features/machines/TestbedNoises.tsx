/** The noise of every testbed, below the machines. */

import { QueryBoundary } from "@/ui/QueryBoundary";
import { Skeleton } from "@/ui/Skeleton";
import { useNoise } from "./machinesQuery";
import { TestbedNoisePanel } from "./TestbedNoisePanel";

export function TestbedNoises({ project }: { project: string }) {
  return (
    <QueryBoundary
      query={useNoise(project)}
      failure="The noise of the testbeds could not be loaded."
      skeleton={<Skeleton height={320} label="Loading the noise of the testbeds" />}
    >
      {({ rows }) => (
        <>
          {rows.map((testbed) => (
            <TestbedNoisePanel key={testbed.id} project={project} testbed={testbed} />
          ))}
        </>
      )}
    </QueryBoundary>
  );
}
