/** What happened to a group, what people wrote of it and did to it, and a place to write. */

import { useMay } from "@/api/session";
import type { Deed } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Section } from "@/ui/layout/Page";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "../Changes.module.css";
import { MarkdownText } from "../MarkdownText";
import { NoteForm } from "../NoteForm";
import { ownWords, storyText } from "./groupModel";
import { useGroupNotes } from "./groupQuery";

interface GroupStoryProps {
  project: string;
  number: number;
  story: readonly Deed[];
}

export function GroupStory({ project, number, story }: GroupStoryProps) {
  const { write, remove } = useGroupNotes(project, number);
  const mayWrite = useMay(project, "triage");
  return (
    <Section title="Activity">
      {story.length === 0 ? (
        <p className={styles.quiet}>No activity yet.</p>
      ) : (
        <ol className={styles.notes}>
          {story.map((deed) => (
            <li key={deed.id} className={styles.note}>
              <p className={styles.quiet}>
                {storyText(deed)}, <RelativeTime at={deed.created_at} />
                {mayWrite && deed.kind === "note" ? (
                  <Button
                    kind="quiet"
                    aria-label={`Remove the note of ${deed.author}`}
                    onClick={() => remove.mutate(deed)}
                  >
                    Remove
                  </Button>
                ) : null}
              </p>
              {ownWords(deed) === "" ? null : <MarkdownText text={deed.text} />}
            </li>
          ))}
        </ol>
      )}
      {mayWrite ? (
        <NoteForm
          hint="Markdown: **bold**, `code`, lists and links."
          isBusy={write.isPending}
          onWrite={(text, onKept) => write.mutate(text, { onSuccess: onKept })}
        />
      ) : null}
      <ErrorState error={write.error} what="The note was not saved." />
      <ErrorState error={remove.error} what="The note was not removed." />
    </Section>
  );
}
