/** The repository whose pull requests get comments and checks, and how that does. */

import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { ForgeAccess } from "@/api/types";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { ConnectionPanel } from "./ConnectionPanel";
import styles from "./Forge.module.css";
import { answerOf } from "./forgeModel";
import { useForge } from "./forgeQuery";
import { NewConnection } from "./NewConnection";

export function ForgePage() {
  const { project } = useParams({ from: "/p/$project/settings/forge" });
  const query = useForge(project);
  return (
    <QueryBoundary
      query={query}
      failure="The connection could not be loaded."
      skeleton={<Skeleton height={420} label="Loading the connection" />}
    >
      {(body) => <Forge project={project} body={body} />}
    </QueryBoundary>
  );
}

function Forge({ project, body }: { project: string; body: ForgeAccess }) {
  const { connection, check } = body;
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page title="Repository" answer={answerOf(connection)}>
      {connection === null ? (
        <>
          <EmptyState title="Connect the repository of this project.">
            Tidemark posts one comment and one check per pull request. CI needs no repository token,
            so forks work.
          </EmptyState>
          <Section title="Connect">
            <NewConnection project={project} onMade={setSecret} />
          </Section>
        </>
      ) : (
        <>
          <Section title="Connection">
            <ConnectionPanel
              project={project}
              connection={connection}
              check={check}
              secret={secret}
              onSecret={setSecret}
            />
          </Section>
          <Section title="Webhooks" aside="Newest first; each delivery counts once.">
            <Webhooks rows={body.webhooks} />
          </Section>
          <p>
            <Link to="/p/$project/pull-requests" params={{ project }}>
              Pull requests with their verdicts
            </Link>
          </p>
        </>
      )}
    </Page>
  );
}

type Webhook = ForgeAccess["webhooks"][number];

const COLUMNS: Column<Webhook>[] = [
  { id: "at", head: "Received", cell: (one) => <RelativeTime at={one.received_at} /> },
  {
    id: "pull",
    head: "Pull request",
    cell: (one) => (one.number === null ? "–" : `#${one.number}`),
  },
  {
    id: "came",
    head: "What came of it",
    isProse: true,
    cell: (one) => (one.outcome === "" ? "waits" : one.outcome),
  },
  { id: "id", head: "Delivery", cell: (one) => <code>{one.delivery}</code> },
];

function Webhooks({ rows }: { rows: readonly Webhook[] }) {
  return rows.length === 0 ? (
    <EmptyState title="No webhook yet.">
      Add the address and the secret above to the repository: pull requests, comments, and merge
      groups where a merge queue is used.
    </EmptyState>
  ) : (
    <div className={styles.log}>
      <Table
        caption="Webhooks, newest first"
        columns={COLUMNS}
        rows={rows}
        rowKey={(one) => one.id}
      />
    </div>
  );
}
