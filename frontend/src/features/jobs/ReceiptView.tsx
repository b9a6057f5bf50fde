/** What the server says of a proposed patch, signed: what it measured, and why it was refused. */

import { type ReactNode, useState } from "react";
import { useMay } from "@/api/session";
import type { Job, Receipt } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { formatPercent } from "@/units/format";
import styles from "./Jobs.module.css";
import { useAddKept, useLaddersFor, useReceipt } from "./jobsQuery";

type Facts = Receipt["facts"];
type Gain = NonNullable<Facts["gain"]>;

export function ReceiptView({ project, job }: { project: string; job: Job }) {
  const isJudged = job.kind === "propose" && job.verdict !== null;
  const query = useReceipt(project, job.id, isJudged);
  if (!isJudged) return null;
  return (
    <Section title="Receipt">
      <QueryBoundary
        query={query}
        failure="The receipt could not be loaded."
        skeleton={<Skeleton height={160} />}
      >
        {(receipt) => <Said project={project} receipt={receipt} />}
      </QueryBoundary>
    </Section>
  );
}

function Said({ project, receipt }: { project: string; receipt: Receipt }) {
  const { facts } = receipt;
  const [, patchRun] = facts.runs;
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="Aim">
          {facts.aim.metric}, better by {formatPercent(facts.aim.least_gain)} or more
        </Fact>
        <Fact name="Gain">{gainText(facts.gain)}</Fact>
        <Fact name="Base against itself">{gainText(facts.itself)}</Fact>
        {facts.clock === null ? null : (
          <Fact name="Gain by the agent's clock">{gainText(facts.clock)}</Fact>
        )}
        <Fact name="Same answers">
          {facts.answers.compared}, {facts.answers.is_fresh ? "new input" : "the same input"} in
          each round
        </Fact>
        {facts.answers.counters.length === 0 ? null : (
          <Fact name="Same work">{facts.answers.counters.join(", ")}</Fact>
        )}
        {facts.answers.removed.length === 0 ? null : (
          <Fact name="Files taken away">{facts.answers.removed.join(", ")}</Fact>
        )}
        <Fact name="Sandbox">{facts.sandbox}</Fact>
        <Fact name="Signed by">
          {receipt.key === "" ? (
            "nobody"
          ) : (
            <code title={receipt.key}>{receipt.key.slice(0, 12)}</code>
          )}
        </Fact>
      </dl>
      {facts.refusals.length === 0 ? null : (
        <Table
          caption="Why it was refused"
          columns={REFUSALS}
          rows={facts.refusals}
          rowKey={(one) => `${one.reason} ${one.place}`}
        />
      )}
      <p>
        <a
          href={`/api/v1/projects/${project}/jobs/${facts.job}/receipt`}
          download={`receipt-${facts.job}.json`}
        >
          Download receipt
        </a>
      </p>
      {facts.verdict === "kept" && patchRun !== undefined ? (
        <AddRung project={project} facts={facts} run={patchRun} />
      ) : null}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** "11.2 % (99 % interval 10.6 % to 11.8 %, 24 rounds)" */
function gainText(gain: Gain | null): string {
  if (gain === null) return "not measured";
  const [size, low, high] = [gain.ratio, gain.low, gain.high].map((end) => formatPercent(end - 1));
  const level = `${Math.round(gain.coverage * 100)} %`;
  return `${size} (${level} interval ${low} to ${high}, ${gain.pairs} rounds)`;
}

const REFUSALS: Column<Facts["refusals"][number]>[] = [
  { id: "reason", head: "Reason", cell: ({ reason }) => reason.replaceAll("_", " ") },
  { id: "place", head: "Where", cell: ({ place }) => place },
  { id: "text", head: "What was seen", isWide: true, cell: ({ text }) => text },
];

function AddRung({ project, facts, run }: { project: string; facts: Facts; run: number }) {
  const mayAdd = useMay(project, "triage");
  const query = useLaddersFor(project, mayAdd);
  const add = useAddKept(project);
  const ladders = (query.data?.rows ?? []).filter(({ suite }) => suite === facts.suite);
  const [chosen, choose] = useState<number | null>(null);
  const ladder = chosen ?? ladders[0]?.id;
  if (!mayAdd || ladder === undefined) return null;
  if (add.isSuccess) return <p role="status">It is a rung of the ladder.</p>;
  return (
    <p>
      <label>
        Ladder{" "}
        <select value={ladder} onChange={(event) => choose(Number(event.target.value))}>
          {ladders.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>{" "}
      <Button
        disabled={add.isPending}
        onClick={() => add.mutate({ ladder, run, label: facts.patch.subject })}
      >
        Add as a rung
      </Button>
    </p>
  );
}
