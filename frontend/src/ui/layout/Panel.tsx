/** A framed box: the one level of panels inside a section. */

import type { ReactNode } from "react";
import styles from "./Panel.module.css";

export function Panel({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <section className={styles.panel} aria-label={label}>
      {children}
    </section>
  );
}
