/** A secret that is shown this once: what it is for, and a button that copies it. */

import type { ReactNode } from "react";
import { Button } from "@/ui/controls/Button";
import { CopyButton } from "@/ui/controls/CopyButton";
import styles from "./ShownOnce.module.css";

interface ShownOnceProps {
  secret: string;
  /** What the button says that copies it. */
  copy?: string;
  /** What uses it at once. */
  command?: string;
  /** Without it, it stays until the page is left. */
  onDone?: () => void;
  children: ReactNode;
}

export function ShownOnce(props: ShownOnceProps) {
  const { secret, copy = "Copy secret", command, onDone, children } = props;
  return (
    <div className={styles.secret} role="status">
      <p>{children}</p>
      <code>{secret}</code>
      {command === undefined ? null : (
        <>
          <p>Use it:</p>
          <code>{command}</code>
        </>
      )}
      <div className={styles.actions}>
        <CopyButton text={secret} label={copy} />
        {command === undefined ? null : <CopyButton text={command} label="Copy command" />}
        {onDone === undefined ? null : (
          <Button kind="quiet" onClick={onDone}>
            Hide
          </Button>
        )}
      </div>
    </div>
  );
}
