/** The project and the keys that let programs in. */

import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "@/api/session";
import type { ApiKey, Project } from "@/api/types";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { KeyTable } from "./KeyTable";
import { NewKey } from "./NewKey";
import { RepositoryForm } from "./RepositoryForm";
import styles from "./Settings.module.css";
import { answerOf } from "./settingsModel";
import { useKeys, useProject } from "./settingsQuery";
import { VisibilityChoice } from "./VisibilityChoice";

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
  const mayAudit = useMay(project, "read who did what");
  return (
    <Page title="Settings" answer={answerOf(keys, now)}>
      <Section title="New key">
        <NewKey project={project} />
      </Section>
      <Section title="API keys" aside="Secrets are stored as hashes and cannot be shown again.">
        {keys.length === 0 ? (
          <EmptyState title="No key yet.">
            Keys appear here with what they may do and when they were last used.
          </EmptyState>
        ) : (
          <KeyTable project={project} keys={keys} now={now} />
        )}
      </Section>
      <p>
        <Link to="/p/$project/settings/ci-access" params={{ project }}>
          CI access: upload without a key
        </Link>
      </p>
      <p>
        <Link to="/p/$project/settings/forge" params={{ project }}>
          Repository: comments and checks on pull requests
        </Link>
      </p>
      <ProjectFacts project={project} />
      <Section title="Judging">
        <p>
          <Link to="/p/$project/settings/thresholds" params={{ project }}>
            Thresholds: how large and how sure a change must be
          </Link>
        </p>
      </Section>
      <Section title="Messages">
        <p>
          <Link to="/p/$project/settings/notifications" params={{ project }}>
            Notifications: channels, subscriptions, what was sent
          </Link>
        </p>
      </Section>
      <Section title="People">
        <p>
          <Link to="/p/$project/settings/members" params={{ project }}>
            Members and invitations
          </Link>
        </p>
        {mayAudit ? (
          <p>
            <Link to="/p/$project/settings/audit" params={{ project }}>
              Audit trail: who did what
            </Link>
          </p>
        ) : null}
      </Section>
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
      </dl>
      <VisibilityChoice project={project} />
      <RepositoryForm project={project} />
    </Panel>
  );
}
