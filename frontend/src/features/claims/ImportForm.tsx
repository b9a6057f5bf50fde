/** A file of claims: pasted, sent whole, and refused with each place that is wrong. */

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";
import styles from "./Claims.module.css";
import { useImportClaims } from "./claimsQuery";

const EXAMPLE = `[[claim]]
key = "twice-as-fast"
title = "Our cache makes it twice as fast"
source = "README"

[[claim.statement]]
kind = "ratio"
suite = "runtime"
benchmark = "search"
metric = "wall_time"
contender = { parameters = { cache = true } }
baseline = { parameters = { cache = false } }
published = "0.5"
`;

export function ImportForm({ project, onClose }: { project: string; onClose: () => void }) {
  const [text, setText] = useState("");
  const send = useImportClaims(project);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(text, { onSuccess: onClose });
  };
  return (
    <Panel label="A file of claims">
      <form className={styles.form} onSubmit={submit} aria-label="A file of claims">
        <label htmlFor={id}>Claims as TOML or JSON; docs/claims.md has the format</label>
        <textarea
          id={id}
          rows={12}
          value={text}
          placeholder={EXAMPLE}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        {send.isError ? <ErrorState error={send.error} what="The claims were not saved." /> : null}
        <div className={styles.line}>
          <Button type="submit" kind="primary" disabled={text.trim() === "" || send.isPending}>
            Keep claims
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Panel>
  );
}
