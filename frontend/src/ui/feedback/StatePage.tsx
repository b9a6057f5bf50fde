/** A whole page that says why nothing else is here, and where to go. */

import type { ReactNode } from "react";
import styles from "./States.module.css";

interface StatePageProps {
  title: string;
  children: ReactNode;
  /** Ways on, the likeliest first. */
  actions: ReactNode;
}

export function StatePage({ title, children, actions }: StatePageProps) {
  return (
    <section className={styles.whole}>
      <title>{`${title} · Tidemark`}</title>
      <svg className={styles.mark} viewBox="0 0 96 40" aria-hidden="true">
        <path d="M2 30H34" />
        <path d="M62 12H94" />
        <path className={styles.gap} d="M34 30V12H62" />
      </svg>
      <h1>{title}</h1>
      <p className={styles.prose}>{children}</p>
      <div className={styles.remedies}>{actions}</div>
    </section>
  );
}
