/** Frame of a page: its answer as the first line, what belongs beside it, then the evidence. */

import type { CSSProperties, ReactNode, Ref } from "react";
import styles from "./Page.module.css";

interface PageProps {
  /** Name of the page, for the tab and for screen readers. */
  title: string;
  /** The answer, in words and one number. */
  answer: ReactNode;
  /** The answer is to what was asked before; give no words of the new question with it. */
  isBusy?: boolean;
  /** Controls at the end of the answer line. */
  actions?: ReactNode;
  /** Lines of a wide window for which room is kept, where the answer comes late and is seldom short. */
  lines?: number;
  children: ReactNode;
}

/** Characters of an answer that a wide window holds in one line of the largest size. */
const MOST_SHORT = 80;

function isShort(answer: ReactNode): boolean {
  return typeof answer === "string" && answer.length <= MOST_SHORT;
}

export function Page(props: PageProps) {
  const { title, answer, isBusy = false, actions, lines = 0, children } = props;
  return (
    <div className={styles.page}>
      <title>{`${title} · Tidemark`}</title>
      <header className={styles.head}>
        <h1
          className={`${styles.answer} ${isShort(answer) ? styles.short : ""}`}
          style={lines === 0 ? undefined : ({ "--lines": lines } as CSSProperties)}
          aria-busy={isBusy}
        >
          {answer}
        </h1>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  /** Beside the title: a count, a link, controls. */
  aside?: ReactNode;
  /** At the end of the line of the title: a button for what stands below. */
  actions?: ReactNode;
  /** For who gives it the focus. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

export function Section({ title, aside, actions, ref, children }: SectionProps) {
  return (
    <section
      ref={ref}
      className={styles.section}
      aria-label={title}
      tabIndex={ref === undefined ? undefined : -1}
    >
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
        {aside === undefined ? null : <div className={styles.aside}>{aside}</div>}
        {actions === undefined ? null : <div className={styles.sectionEnd}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
