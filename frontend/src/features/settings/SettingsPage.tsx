/** The project and the keys that let programs in. */

import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "@/api/errors";
import { useMay } from "@/api/session";
import type { ApiKey, Project } from "@/api/types";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { offerUndo } from "@/ui/feedback/undoStore";
import { Page, Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { WhenSeen } from "@/ui/layout/WhenSeen";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { DeleteProject } from "./DeleteProject";
import { KeyTable } from "./KeyTable";
import { NewKey } from "./NewKey";
import { Quotas } from "./Quotas";
import styles from "./Settings.module.css";
import { answerOf } from "./settingsModel";
import { useChangeVisibility, useKeys, useLinkRepository, useProject } from "./settingsQuery";

export function SettingsPage() {
  const { project } = useParams({ from: "/p/$project/settings" });
  const keys = useKeys(project);
  return (
    <QueryBoundary
      query={keys}
      failure="The settings could not be loaded."
      skeleton={<Skeleton height={320} />}
    >
      {(rows) => <Settings project={project} keys={rows} />}
    </QueryBoundary>
  );
}

function Settings({ project, keys }: { project: string; keys: readonly ApiKey[] }) {
  const [now] = useState(() => new Date());
  return (
    <Page title="Settings" answer={answerOf(keys, now)}>
      <Section title="New key">
        <NewKey project={project} />
      </Section>
      <Section title="API keys" aside="Only hashes of secrets are stored.">
        {keys.length === 0 ? (
          <EmptyState title="No key yet.">
            Keys appear here with their scopes and last use.
          </EmptyState>
        ) : (
          <KeyTable project={project} keys={keys} now={now} />
        )}
      </Section>
      <ProjectFacts project={project} />
      <WhenSeen height={320}>
        <Quotas project={project} />
      </WhenSeen>
      <DeleteProject project={project} />
    </Page>
  );
}

function ProjectFacts({ project }: { project: string }) {
  const query = useProject(project);
  return (
    <Section title="Project">
      <QueryBoundary
        query={query}
        failure="The project could not be loaded."
        skeleton={<Skeleton height={300} />}
      >
        {(body) => <Facts project={body} />}
      </QueryBoundary>
    </Section>
  );
}

function Facts({ project }: { project: Project }) {
  const address = `${globalThis.location.origin}/api/v1/projects/${project.slug}/reports`;
  return (
    <Panel>
      <dl className={styles.facts}>
        <dt>Name</dt>
        <dd>{project.name}</dd>
        <dt>Created</dt>
        <dd>
          <RelativeTime at={project.created_at} />
        </dd>
        <dt>Reports go to</dt>
        <dd>
          <code>POST {address}</code>
        </dd>
        <ArchiveFact project={project.slug} />
      </dl>
      <VisibilityChoice project={project} />
      <RepositoryForm project={project} />
    </Panel>
  );
}

const TABLES = ["results", "samples", "changes"] as const;

/** Everything of the project as one file, for whoever may configure it. */
function ArchiveFact({ project }: { project: string }) {
  if (!useMay(project, "configure")) return null;
  return (
    <>
      <dt>Everything of it</dt>
      <dd>
        <a href={`/api/v1/projects/${project}/archive`} download>
          Save as an archive
        </a>
      </dd>
      <dt>As Parquet</dt>
      <dd className={styles.files}>
        {TABLES.map((table) => (
          <a key={table} href={`/api/v1/projects/${project}/${table}.parquet`} download>
            {table}
          </a>
        ))}
      </dd>
    </>
  );
}

const CHOICES = [
  { value: "private", label: "private: members only" },
  { value: "public", label: "public: everybody, without signing in" },
];

/** Who may read the project: its members, or everybody. Its owners decide. */
function VisibilityChoice({ project }: { project: Project }) {
  const mayChange = useMay(project.slug, "manage members");
  const change = useChangeVisibility(project.slug);
  const before = project.visibility;
  const choose = (wanted: Project["visibility"]) =>
    change.mutate(wanted, {
      onSuccess: () =>
        offerUndo({
          label: wanted === "public" ? "The project is public" : "The project is private",
          undo: async () => void (await change.mutateAsync(before)),
        }),
    });
  return (
    <div className={styles.repository}>
      <Select
        label="Visibility"
        choices={CHOICES}
        value={change.isPending ? change.variables : before}
        isDisabled={!mayChange || change.isPending}
        onChange={(text) => choose(text === "public" ? "public" : "private")}
      />
      <ErrorState error={change.error} what="The visibility was not changed." />
    </div>
  );
}

/** Where the code of the project can be looked at: commits and comparisons are linked to there. */
function RepositoryForm({ project }: { project: Project }) {
  const before = project.repository_url ?? "";
  const [text, setText] = useState(before);
  const link = useLinkRepository(project.slug);
  const mayChange = useMay(project.slug, "configure");
  const submit = () => {
    link.mutate(text, {
      onSuccess: ({ repository_url: stored }) => {
        setText(stored ?? "");
        offerUndo({
          label: stored ? "Repository linked" : "Repository unlinked",
          undo: async () => setText((await link.mutateAsync(before)).repository_url ?? ""),
        });
      },
    });
  };
  return (
    <Form
      className={styles.repository}
      onSubmit={submit}
      send="Save"
      isPlain
      isIncomplete={text === before}
      action={link}
    >
      <TextField
        label="Repository URL"
        hint="Commits and diffs link there."
        placeholder="https://github.com/owner/name"
        value={text}
        onChange={setText}
        fault={faultOf(link.error)}
        disabled={!mayChange}
      />
    </Form>
  );
}

function faultOf(error: unknown): string | undefined {
  if (error === null) return undefined;
  const fault = error instanceof ApiError ? error.faults[0] : undefined;
  return fault === undefined ? "It could not be stored." : `${fault.reason}: ${fault.remedy}`;
}
