/** Makes a link to a new password and shows it this one time. */

import type { Person } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { CopyButton } from "@/ui/controls/CopyButton";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Dialog } from "@/ui/layout/Dialog";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./People.module.css";
import { usePasswordLinkOf } from "./peopleQuery";

export function LinkDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const link = usePasswordLinkOf();
  const address = globalThis.location.origin + (link.data?.path ?? "");
  return (
    <Dialog title={`Link to a new password: ${person.email}`} isOpen onClose={onClose}>
      <div className={styles.dialog}>
        {link.data === undefined ? (
          <p>
            Whoever opens the link sets a password for {person.name}, once, within 24 hours. Their
            sessions end then.
          </p>
        ) : (
          <div role="status" className={styles.link}>
            <p>
              Bring this link to {person.email} yourself. It works once, expires{" "}
              <RelativeTime at={link.data.expires_at} />, and is shown this once: copy it now.
            </p>
            <code>{address}</code>
          </div>
        )}
        <ErrorState
          error={link.error}
          what="No link was made."
          meaning="The account is as it was."
        />
        <div className={styles.actions}>
          {link.data === undefined ? (
            <Button kind="primary" disabled={link.isPending} onClick={() => link.mutate(person.id)}>
              Make a link
            </Button>
          ) : (
            <CopyButton text={address} label="Copy link" />
          )}
          <Button kind="quiet" onClick={onClose}>
            {link.data === undefined ? "Leave it as it is" : "Done"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
