/** Frame around every page. */

import { Outlet, useLocation, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useGoTo } from "@/app/places";
import { UndoBar } from "@/ui/feedback/undo";
import { KeyboardHelp } from "./KeyboardHelp";
import styles from "./Layout.module.css";
import { Rail } from "./Rail";
import { ServerTroubles } from "./ServerTroubles";
import { SettingsFrame } from "./SettingsFrame";
import { TopBar } from "./TopBar";

/** What stays while pages come and go. */
export function Frame() {
  return (
    <>
      <Outlet />
      <UndoBar />
      <KeyboardHelp />
    </>
  );
}

/** Pages without a project: home and sign-in; addresses that lead nowhere have no route to hold. */
export function PlainLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <div className={styles.plain}>
      <TopBar />
      <main className={styles.main} id="main">
        {children}
      </main>
    </div>
  );
}

/** The settings of a project and the pages below them. */
const SETTINGS = /^\/p\/[^/]+\/settings(\/|$)/;

export function ProjectLayout() {
  const { project } = useParams({ from: "/p/$project" });
  const { pathname } = useLocation();
  const isSettings = SETTINGS.test(pathname);
  useGoTo(project);
  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <TopBar project={project} />
      <Rail project={project} />
      <main className={styles.main} id="main">
        <ServerTroubles />
        {isSettings ? (
          <SettingsFrame project={project}>
            <Outlet />
          </SettingsFrame>
        ) : (
          <Outlet />
        )}
      </main>
    </div>
  );
}
