/** One click: the values of a parameter become rungs, in the order of the manifest. */

import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { LadderSource } from "@/api/types";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Panel } from "@/ui/layout/Panel";
import styles from "./Ladders.module.css";
import { runName, sourceName, variantName } from "./laddersModel";
import { useMakeLadder, useSources } from "./laddersQuery";

interface ParameterFormProps {
  project: string;
  run: number | null;
  onClose: () => void;
}

export function ParameterForm({ project, run, onClose }: ParameterFormProps) {
  const query = useSources(project, run);
  return (
    <Panel label="A ladder from the values of a parameter">
      <QueryBoundary
        query={query}
        failure="What could become a ladder could not be loaded."
        skeleton={<Skeleton height={96} label="Loading parameters" />}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No parameter makes a ladder yet.">
              It takes a parameter with three or more names for values, such as a strategy, measured
              in one run.
            </EmptyState>
          ) : (
            <SourceForm project={project} sources={rows} run={run} onClose={onClose} />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

interface Choice {
  source: number;
  metric: string;
  others: number;
}

interface SourceFormProps {
  project: string;
  sources: LadderSource[];
  run: number | null;
  onClose: () => void;
}

function SourceForm({ project, sources, run, onClose }: SourceFormProps) {
  const [choice, setChoice] = useState<Choice>({ source: 0, metric: "", others: 0 });
  const make = useMakeLadder(project);
  const navigate = useNavigate();
  const source = sources[choice.source] ?? sources[0];
  if (source === undefined) return null;
  const metric = choice.metric || (source.metrics[0]?.name ?? "");
  const others = source.others[choice.others] ?? {};
  const submit = () => {
    const body = {
      kind: "parameter" as const,
      name: "",
      benchmark_id: source.benchmark_id,
      parameter: source.parameter,
      metric,
      run_id: run ?? source.run.id,
      others,
    };
    make.mutate(body, {
      onSuccess: ({ id }) =>
        void navigate({
          to: "/p/$project/ladders/$ladder",
          params: { project, ladder: String(id) },
        }),
    });
  };
  return (
    <Form
      className={styles.form}
      label="New ladder from a parameter"
      onSubmit={submit}
      send="Create ladder"
      action={make}
      failure="The ladder was not made."
      leave={{ label: "Close", onLeave: onClose }}
    >
      <div className={styles.fields}>
        <Select
          label="Parameter"
          choices={sources.map((one, index) => ({ value: String(index), label: sourceName(one) }))}
          value={String(choice.source)}
          onChange={(index) => setChoice({ source: Number(index), metric: "", others: 0 })}
        />
        <Select
          label="Metric"
          choices={source.metrics.map(({ name }) => ({ value: name, label: name }))}
          value={metric}
          onChange={(name) => setChoice({ ...choice, metric: name })}
        />
        {source.others.length > 1 ? (
          <Select
            label="Measured with"
            choices={source.others.map((one, index) => ({
              value: String(index),
              label: variantName(one),
            }))}
            value={String(choice.others)}
            onChange={(index) => setChoice({ ...choice, others: Number(index) })}
          />
        ) : null}
      </div>
      <p className={styles.quiet}>
        {source.values.join(" → ")}: {runName(source.run)}. The first value is the baseline.
      </p>
    </Form>
  );
}
