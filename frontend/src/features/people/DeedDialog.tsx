/** Says what a deed does to somebody before it is done. */

import type { Person } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Dialog } from "@/ui/layout/Dialog";
import styles from "./People.module.css";
import { consequenceOf, DEED_NAMES, type Deed } from "./peopleModel";
import { useDeed } from "./peopleQuery";

interface DeedDialogProps {
  person: Person;
  deed: Deed;
  onClose: () => void;
}

export function DeedDialog({ person, deed, onClose }: DeedDialogProps) {
  const doing = useDeed();
  const isKind = deed === "enable" || deed === "make administrator";
  return (
    <Dialog title={`${DEED_NAMES[deed]}: ${person.email}`} isOpen onClose={onClose}>
      <div className={styles.dialog}>
        <p>{consequenceOf(deed, person)}</p>
        <ErrorState
          error={doing.error}
          what="Nothing was changed."
          meaning="The account is as it was."
        />
        <div className={styles.actions}>
          <Button
            kind={isKind ? "primary" : "danger"}
            disabled={doing.isPending}
            onClick={() => doing.mutate({ id: person.id, deed }, { onSuccess: onClose })}
          >
            {DEED_NAMES[deed]}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Leave it as it is
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
