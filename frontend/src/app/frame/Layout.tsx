/** Frame around every page. */

import { Outlet, useLocation, useParams } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { useSession } from "@/api/session";
import { NoProjectPage } from "@/app/FailurePages";
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

const SignIn = lazy(() =>
  import("@/features/account/SignInPage").then((found) => ({ default: found.SignInPage })),
);

/** A project that this person may not read, or that is not there. */
function useIsShut(project: string): boolean {
  const { data: session } = useSession();
  if (session === undefined) return false;
  return !session.projects.some(({ slug }) => slug === project);
}

/** The settings of a project and the pages below them. */
const SETTINGS = /^\/p\/[^/]+\/settings(\/|$)/;

export function ProjectLayout() {
  const { project } = useParams({ from: "/p/$project" });
  const { pathname } = useLocation();
  const isSettings = SETTINGS.test(pathname);
  const isShut = useIsShut(project);
  const isKnown = useSession().data?.user !== null;
  useGoTo(project);
  if (isShut) {
    return (
      <PlainLayout>
        <Suspense fallback={null}>
          {isKnown ? <NoProjectPage project={project} /> : <SignIn />}
        </Suspense>
      </PlainLayout>
    );
  }
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
