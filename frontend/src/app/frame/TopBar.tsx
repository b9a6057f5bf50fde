/** The bar on top: project, live indicator, theme, account. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { send } from "@/api/requests";
import { useSession } from "@/api/session";
import type { KnownProject } from "@/api/types";
import { useRead } from "@/api/useRead";
import { Share } from "@/features/views/Share";
import { Menu } from "@/ui/controls/Menu";
import { counted } from "@/ui/words/countWords";
import { BranchChoice } from "./BranchChoice";
import { Icon } from "./icons";
import styles from "./Layout.module.css";
import { LiveIndicator } from "./LiveIndicator";
import { SearchButton } from "./SearchButton";
import { THEMES, useTheme } from "./theme";

export function TopBar({ project }: { project?: string }) {
  const session = useSession();
  return (
    // what would move once it is known who is signed in has its place, and is seen when that stands
    <header className={styles.top} data-pending={session.isPending || undefined}>
      <Link to="/" className={styles.brand} aria-label="Tidemark, home">
        <img src="/icon.svg" alt="" width="20" height="20" />
        <span>Tidemark</span>
      </Link>
      {project === undefined ? null : (
        <>
          <ProjectChoice project={project} projects={session.data?.projects ?? []} />
          <BranchChoice project={project} />
        </>
      )}
      <span className={styles.spring} />
      {project === undefined ? null : (
        <>
          <SearchButton project={project} />
          <LiveIndicator key={project} project={project} />
          <Share project={project} icon={<Icon name="share" />} />
        </>
      )}
      <ThemeSwitch />
      <Account name={session.data?.user?.name} isKnown={session.data !== undefined} />
    </header>
  );
}

function ProjectChoice({
  project,
  projects,
}: {
  project: string;
  projects: readonly KnownProject[];
}) {
  const navigate = useNavigate();
  const known = projects.find((other) => other.slug === project);
  const [isWanted, setWanted] = useState(false);
  // how much is in them takes longer to tell: it is asked for by who is about to choose
  const counts = useRead(["session", "projects"], "/api/v1/projects", {}, { enabled: isWanted });
  const runsOf = (slug: string) => counts.data?.find((one) => one.slug === slug)?.runs;
  if (projects.length < 2) return <span className={styles.project}>{known?.name ?? project}</span>;
  const open = (slug: string) => void navigate({ to: "/p/$project", params: { project: slug } });
  return (
    <select
      aria-label="Project"
      className={styles.projectChoice}
      value={project}
      onChange={(event) => open(event.target.value)}
      onFocus={() => setWanted(true)}
      onPointerEnter={() => setWanted(true)}
    >
      {known === undefined ? <option value={project}>{project}</option> : null}
      {projects.map((other) => (
        <option key={other.slug} value={other.slug}>
          {nameOf(other.name, runsOf(other.slug))}
        </option>
      ))}
    </select>
  );
}

/** "Main (1 403 runs)"; the name alone until it is counted. */
function nameOf(name: string, runs: number | undefined): string {
  return runs === undefined ? name : `${name} (${counted(runs, "run")})`;
}

const THEME_MARKS = { system: "◐", light: "○", dark: "●" } as const;
const THEME_NAMES = { system: "As the system", light: "Light", dark: "Dark" } as const;

function ThemeSwitch() {
  const [theme, choose] = useTheme();
  const entries = THEMES.map((one) => ({
    label: THEME_NAMES[one],
    isChecked: one === theme,
    onSelect: () => choose(one),
  }));
  const mark = <span aria-hidden="true">{THEME_MARKS[theme]}</span>;
  return <Menu kind="quiet" label="Theme" icon={mark} groups={[entries]} />;
}

function Account({ name, isKnown }: { name: string | undefined; isKnown: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => send("delete", "/api/v1/session", {}),
    onSuccess: () => client.resetQueries(),
  });
  if (!isKnown) return null;
  if (name === undefined)
    return (
      <Link to="/welcome" className={styles.signIn}>
        Sign in
      </Link>
    );
  const entries = [
    // without `all` the only project is opened at once
    { label: "Projects", onSelect: () => void navigate({ to: "/", search: { all: "1" } }) },
    { label: "Account", onSelect: () => void navigate({ to: "/account" }) },
    { label: "Sign out", onSelect: () => signOut.mutate() },
  ];
  const initial = (
    <span className={styles.account} data-initial={[...name][0]}>
      <span>{name}</span>
    </span>
  );
  return <Menu kind="quiet" label={name} icon={initial} groups={[entries]} />;
}
