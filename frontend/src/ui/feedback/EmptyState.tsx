/** Nothing here yet: what will be here, and the one command or action that fills the place. */

import type { ReactNode } from "react";
import { CommandLine } from "./CommandLine";
import styles from "./States.module.css";

interface EmptyStateProps {
  /** "No runs yet." */
  title: string;
  /** What will be here. */
  children?: ReactNode;
  /** A command for the terminal. */
  command?: string;
  /** A link or button instead of, or beside, the command. */
  action?: ReactNode;
}

export function EmptyState({ title, children, command, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <p className={styles.title}>{title}</p>
      {children === undefined ? null : <p className={styles.prose}>{children}</p>}
      {command === undefined ? null : <CommandLine command={command} />}
      {action === undefined ? null : <div>{action}</div>}
    </div>
  );
}
