/** What people wrote of the changes of one cause and did to them, and a place to write. */

import { useMay } from "@/api/session";
import type { ChangeDetail, ChangeNote } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Section } from "@/ui/layout/Page";
import { SeriesName } from "@/ui/links/SeriesName";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "../Changes.module.css";
import { useNotes } from "../changesQuery";
import { NoteForm } from "../NoteForm";
import { deedText } from "./changeModel";

interface NotesProps {
  project: string;
  change: number;
  detail: ChangeDetail;
}

export function Notes({ project, change, detail }: NotesProps) {
  const { write, remove } = useNotes(project, change);
  const mayWrite = useMay(project, "triage");
  const labels = new Map(detail.group.members.map(({ id, series }) => [id, series]));
  return (
    <Section title="Notes">
      {detail.notes.length === 0 ? (
        <p className={styles.quiet}>Nobody has written or done anything here.</p>
      ) : (
        <ol className={styles.notes}>
          {detail.notes.map((note) => (
            <li key={note.id} className={styles.note}>
              <p className={styles.quiet}>
                {deedText(note)}, <RelativeTime at={note.created_at} />
                <OfWhich note={note} change={change} labels={labels} />
                {mayWrite && note.kind === "note" ? (
                  <Button
                    kind="quiet"
                    aria-label={`Remove the note of ${note.author}`}
                    onClick={() => remove.mutate(note)}
                  >
                    Remove
                  </Button>
                ) : null}
              </p>
              {note.text === "" ? null : <p className={styles.text}>{note.text}</p>}
            </li>
          ))}
        </ol>
      )}
      {mayWrite ? (
        <NoteForm
          isBusy={write.isPending}
          onWrite={(text, onKept) => write.mutate({ change, text }, { onSuccess: onKept })}
        />
      ) : (
        <p className={styles.quiet}>Who is signed in as administrator can judge and write notes.</p>
      )}
      <ErrorState error={write.error} what="The note was not stored." />
      <ErrorState error={remove.error} what="The note was not removed." />
    </Section>
  );
}

interface OfWhichProps {
  note: ChangeNote;
  change: number;
  labels: ReadonlyMap<number, ChangeDetail["change"]["series"]>;
}

/** Notes of the whole cause stand here; those of another series say which. */
function OfWhich({ note, change, labels }: OfWhichProps) {
  const label = labels.get(note.change);
  if (note.change === change || label === undefined) return null;
  return (
    <>
      {" "}
      of <SeriesName label={label} />
    </>
  );
}
