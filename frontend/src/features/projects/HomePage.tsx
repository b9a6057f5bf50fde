/** The first page: the projects, or straight to the only one. */

import { Link, Navigate, useSearch } from "@tanstack/react-router";
import { useSession } from "@/api/session";
import type { Project, Session } from "@/api/types";
import { useRead } from "@/api/useRead";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Page, Section } from "@/ui/layout/Page";
import { WhenSeen } from "@/ui/layout/WhenSeen";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import { DeletedProjects } from "./DeletedProjects";
import { NewProject } from "./NewProject";

const COLUMNS: readonly Column<Project>[] = [
  {
    id: "name",
    head: "Project",
    isWide: true,
    sortBy: (project) => project.name,
    cell: (project) => (
      <Link to="/p/$project" params={{ project: project.slug }}>
        {project.name}
      </Link>
    ),
  },
  {
    id: "runs",
    head: "Runs",
    isNumber: true,
    sortBy: (project) => project.runs,
    cell: (project) => formatCount(project.runs),
  },
  {
    id: "series",
    head: "Series",
    isNumber: true,
    sortBy: (project) => project.series,
    cell: (project) => formatCount(project.series),
  },
  { id: "visibility", head: "Seen by", cell: (project) => seenBy(project) },
  {
    id: "created",
    head: "Since",
    sortBy: (project) => project.created_at,
    cell: (project) => <RelativeTime at={project.created_at} />,
  },
];

function seenBy(project: Project): string {
  return project.visibility === "public" ? "everybody" : "members";
}

export function HomePage() {
  const session = useSession();
  return (
    <QueryBoundary query={session} failure="The projects could not be loaded.">
      {(known) => <Home session={known} />}
    </QueryBoundary>
  );
}

function Home({ session: { user, projects } }: { session: Session }) {
  const { all = null } = useSearch({ strict: false }) as { all?: unknown };
  const [only] = projects;
  if (projects.length === 1 && only !== undefined && all === null) {
    return <Navigate to="/p/$project" params={{ project: only.slug }} replace />;
  }
  if (projects.length === 0 && user === null) return <Navigate to="/welcome" replace />;
  if (projects.length === 0) return <NoProject mayMake={user?.is_admin === true} />;
  return (
    <Page title="Projects" answer={counted(projects.length, "project")}>
      <ProjectTable />
      {user?.is_admin ? <NewProjectSection /> : null}
      {user === null ? null : <DeletedSoFar />}
    </Page>
  );
}

function DeletedSoFar() {
  return (
    <WhenSeen height={0}>
      <DeletedProjects />
    </WhenSeen>
  );
}

function NewProjectSection() {
  return (
    <Section title="New project">
      <NewProject />
    </Section>
  );
}

function ProjectTable() {
  const query = useProjects();
  return (
    <QueryBoundary query={query} failure="How much is in the projects could not be loaded.">
      {(projects) => (
        <Table
          caption="Projects"
          columns={COLUMNS}
          rows={projects}
          rowKey={(project) => project.slug}
        />
      )}
    </QueryBoundary>
  );
}

function NoProject({ mayMake }: { mayMake: boolean }) {
  return (
    <Page title="Projects" answer="No project yet">
      {mayMake ? <NewProjectSection /> : null}
      <EmptyState title="Projects will be listed here." command="make up">
        Starting Tidemark creates the first project and fills it with results of this machine.
      </EmptyState>
      <DeletedSoFar />
    </Page>
  );
}

/** The projects with how much is in them, which the session does not tell. */
function useProjects() {
  return useRead(["session", "projects"], "/api/v1/projects", {});
}
