/** Where the code of the project can be looked at: commits and comparisons are linked to there. */

import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/errors";
import { useMay } from "@/api/session";
import type { Project } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { TextField } from "@/ui/controls/TextField";
import { offerUndo } from "@/ui/feedback/undoStore";
import styles from "./Settings.module.css";
import { useLinkRepository } from "./settingsQuery";

export function RepositoryForm({ project }: { project: Project }) {
  const before = project.repository_url ?? "";
  const [text, setText] = useState(before);
  const link = useLinkRepository(project.slug);
  const mayChange = useMay(project.slug, "configure");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    link.mutate(text, {
      onSuccess: ({ repository_url: stored }) => {
        setText(stored ?? "");
        offerUndo({
          label: stored ? "Repository linked" : "Repository unlinked",
          undo: async () => setText((await link.mutateAsync(before)).repository_url ?? ""),
        });
      },
    });
  };
  return (
    <form className={styles.repository} onSubmit={submit}>
      <TextField
        label="Address of the repository"
        hint="Commits and diffstats are linked to there; empty where there is none to look at."
        placeholder="https://github.com/owner/name"
        value={text}
        onChange={setText}
        fault={faultOf(link.error)}
        disabled={!mayChange}
      />
      <div>
        <Button type="submit" disabled={link.isPending || text === before}>
          Keep the address
        </Button>
      </div>
    </form>
  );
}

function faultOf(error: unknown): string | undefined {
  if (error === null) return undefined;
  const fault = error instanceof ApiError ? error.faults[0] : undefined;
  return fault === undefined ? "It could not be stored." : `${fault.reason}: ${fault.remedy}`;
}
