/** A secret that is shown this once. */

import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import styles from "./Notifications.module.css";

export function ShownSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className={styles.secret} role="status">
      <p>
        This secret signs every message (Standard Webhooks). It is shown this once: copy it now, and
        check messages as docs/webhooks.md says.
      </p>
      <code>{secret}</code>
      <div className={styles.actions}>
        <CopyButton text={secret} label="Copy secret" />
        <Button kind="quiet" onClick={onDone}>
          Hide
        </Button>
      </div>
    </div>
  );
}
