/** The pages of the settings side by side: which one is open, and the way to each other. */

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMay } from "@/api/session";
import styles from "./SettingsFrame.module.css";

const TABS = [
  { to: "/p/$project/settings", label: "General and keys" },
  { to: "/p/$project/settings/members", label: "Members" },
  { to: "/p/$project/settings/ci-access", label: "CI access" },
  { to: "/p/$project/settings/forge", label: "Repository" },
  { to: "/p/$project/settings/thresholds", label: "Thresholds" },
  { to: "/p/$project/settings/notifications", label: "Notifications" },
  { to: "/p/$project/settings/corrections", label: "Corrections" },
] as const;
const AUDIT = { to: "/p/$project/settings/audit", label: "Audit log" } as const;

export function SettingsFrame({ project, children }: { project: string; children: ReactNode }) {
  const mayAudit = useMay(project, "read who did what");
  return (
    <div className={styles.frame}>
      <nav className={styles.tabs} aria-label="Settings">
        {[...TABS, ...(mayAudit ? [AUDIT] : [])].map(({ to, label }) => (
          <Link key={to} to={to} params={{ project }} activeOptions={{ exact: true }}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={styles.page}>{children}</div>
    </div>
  );
}
