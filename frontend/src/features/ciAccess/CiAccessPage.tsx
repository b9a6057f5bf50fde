/** Which CI systems upload without a secret, and a dry run of what their tokens say. */

import { useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { CiRule } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { UNDO_S, useDelayed } from "@/ui/feedback/useDelayed";
import { Page, Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./CiAccess.module.css";
import { answerOf, claimsText, readPasted, trialText } from "./ciAccessModel";
import { useCiRules, useRemoveRule, useTryClaims } from "./ciAccessQuery";
import { Lines, NewRule } from "./NewRule";

export function CiAccessPage() {
  const { project } = useParams({ from: "/p/$project/settings/ci-access" });
  const query = useCiRules(project);
  return (
    <QueryBoundary
      query={query}
      failure="The rules could not be loaded."
      skeleton={<Skeleton height={320} label="Loading the rules" />}
    >
      {(rules) => <CiAccess project={project} rules={rules} />}
    </QueryBoundary>
  );
}

function CiAccess({ project, rules }: { project: string; rules: readonly CiRule[] }) {
  return (
    <Page title="CI access" answer={answerOf(rules)}>
      <Section title="New rule">
        <NewRule project={project} />
      </Section>
      <Section title="Rules">
        {rules.length === 0 ? (
          <EmptyState title="No rule yet.">
            A CI system signs who runs there into a token. A rule says whose tokens may upload
            reports of one testbed and compare the commits of those, and nothing else; no secret is
            stored anywhere.
          </EmptyState>
        ) : (
          <RuleTable project={project} rules={rules} />
        )}
      </Section>
      {rules.length === 0 ? null : (
        <Section title="Dry run" aside="Dry run: nothing is stored.">
          <ClaimTrial project={project} />
        </Section>
      )}
    </Page>
  );
}

/** Says of each rule what of pasted claims does not fit it. */
function ClaimTrial({ project }: { project: string }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const trial = useTryClaims(project);
  const submit = () => {
    const read = readPasted(text);
    setFault("fault" in read ? read.fault : null);
    if ("claims" in read) trial.mutate(read.claims);
  };
  return (
    <Panel>
      <Form
        className={styles.form}
        label="Dry run"
        onSubmit={submit}
        send="Try the claims"
        isPlain
        isIncomplete={text.trim() === ""}
        action={trial}
      >
        <Lines label="Claims as JSON, or a token" value={text} onChange={setText} />
      </Form>
      {fault === null ? null : <p role="alert">{fault}</p>}
      <ErrorState error={trial.error} what="Nothing was tried." />
      {trial.data === undefined || fault !== null ? null : (
        <ul className={styles.trials} aria-label="What fits">
          {trial.data.map((one) => (
            <li key={one.rule.id}>
              <b>{one.rule.name}</b> {trialText(one)}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The rules there are; one ends in ten seconds unless that is taken back. */
function RuleTable({ project, rules }: { project: string; rules: readonly CiRule[] }) {
  const remove = useRemoveRule(project);
  const removal = useDelayed(remove.mutate);
  const columns = useMemo<Column<CiRule>[]>(
    () => [
      { id: "name", head: "Name", sortBy: (one) => one.name, cell: (one) => one.name },
      { id: "claims", head: "Claims", isProse: true, cell: claimsText },
      { id: "issuer", head: "Issuer", isProse: true, cell: (one) => one.issuer },
      { id: "testbed", head: "Testbed", cell: (one) => one.testbed },
      {
        id: "used",
        head: "Last used",
        cell: (one) => <RelativeTime at={one.last_used_at} missing="never" />,
      },
      {
        id: "remove",
        head: "Removal",
        isAction: true,
        cell: (one) => <Removal rule={one} removal={removal} />,
      },
    ],
    [removal],
  );
  return (
    <>
      <ErrorState error={remove.error} what="The rule still holds." />
      <Table caption="Rules" columns={columns} rows={rules} rowKey={(one) => one.id} />
    </>
  );
}

interface RemovalProps {
  rule: CiRule;
  removal: ReturnType<typeof useDelayed>;
}

function Removal({ rule, removal }: RemovalProps) {
  if (removal.waiting.has(rule.id)) {
    return (
      <span className={styles.waiting} role="status">
        removed in {UNDO_S} s <Button onClick={() => removal.undo(rule.id)}>Undo</Button>
      </span>
    );
  }
  return (
    <Button kind="danger" aria-label={`Remove ${rule.name}`} onClick={() => removal.start(rule.id)}>
      Remove
    </Button>
  );
}
