/** A commit as people recognise it: short name and subject; links to its source where known. */

import type { CommitRef } from "@/api/types";
import { shortCommit } from "@/ui/words/commitName";
import styles from "./CommitLink.module.css";

interface CommitLinkProps {
  commit: Pick<CommitRef, "name" | "subject" | "url" | "time">;
  /** Without the subject, where room is short. */
  isShort?: boolean;
}

export function CommitLink({ commit, isShort = false }: CommitLinkProps) {
  const name = <code>{shortCommit(commit.name)}</code>;
  const hover = commit.subject === "" ? commit.name : `${commit.name}\n${commit.subject}`;
  return (
    <span className={styles.commit} title={hover}>
      {commit.url ? (
        <a href={commit.url} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        name
      )}{" "}
      {isShort || commit.subject === "" ? null : (
        <span className={styles.subject}>{commit.subject}</span>
      )}
    </span>
  );
}
