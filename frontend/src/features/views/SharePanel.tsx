/** What can be done with the address of a page: copy it, shorten it, keep it under a name, embed it. */

import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "@/api/session";
import { Button } from "@/ui/controls/Button";
import { Checkbox } from "@/ui/controls/Checkbox";
import { CopyButton } from "@/ui/controls/CopyButton";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { AddressLink } from "@/ui/links/AddressLink";
import styles from "./Share.module.css";
import { badgeAddress, badgeText, embedAddress, iframeText, suggestedName } from "./viewsModel";
import { useSaveView, useShortLink } from "./viewsQuery";

interface SharePanelProps {
  project: string;
  onDone: () => void;
}

export function SharePanel({ project, onDone }: SharePanelProps) {
  const location = useLocation();
  const address = location.pathname + location.searchStr;
  const mayShorten = useMay(project, "share");
  const maySave = useMay(project, "triage");
  return (
    <>
      <LinkPart project={project} address={address} canShorten={mayShorten} />
      {maySave ? (
        <SavePart project={project} address={address} onDone={onDone} />
      ) : (
        <p className={styles.quiet}>
          {mayShorten
            ? "Saving this page as a view takes the role of a triager."
            : "Sign in to save this page as a view, or to shorten its link."}
        </p>
      )}
      <EmbedPart path={location.pathname} query={location.searchStr} />
    </>
  );
}

interface LinkPartProps {
  project: string;
  address: string;
  canShorten: boolean;
}

function LinkPart({ project, address, canShorten }: LinkPartProps) {
  const shorten = useShortLink(project);
  const { origin } = globalThis.location;
  const short = shorten.data === undefined ? null : origin + shorten.data.path;
  return (
    <section className={styles.part} aria-label="Link">
      <h2>Link to this page, with everything set on it</h2>
      <div className={styles.row}>
        <CopyButton text={origin + address} label="Copy link" />
        {canShorten && short === null ? (
          <Button onClick={() => shorten.mutate(address)} disabled={shorten.isPending}>
            Create short link
          </Button>
        ) : null}
      </div>
      {short === null ? null : (
        <div className={styles.row}>
          <ShownText label="Short link" text={short} />
          <CopyButton text={short} label="Copy short link" />
        </div>
      )}
      <ErrorState error={shorten.error} what="The link was not shortened." />
    </section>
  );
}

/** A text to select where the clipboard is not allowed. */
function ShownText({ label, text }: { label: string; text: string }) {
  return (
    <input
      className={styles.text}
      aria-label={label}
      readOnly
      value={text}
      onFocus={(event) => event.target.select()}
    />
  );
}

interface SavePartProps {
  project: string;
  address: string;
  onDone: () => void;
}

function SavePart({ project, address, onDone }: SavePartProps) {
  const save = useSaveView(project);
  const [name, setName] = useState(() =>
    suggestedName(document.querySelector("h1")?.textContent ?? "", document.title),
  );
  const [note, setNote] = useState("");
  const [isPinned, setIsPinned] = useState(false);
  const submit = () => save.mutate({ name, note, address, is_pinned: isPinned });
  if (save.isSuccess) {
    return (
      <p role="status">
        Saved as “{save.data.name}”.{" "}
        <AddressLink address={`/p/${project}/views`}>All views</AddressLink>{" "}
        <Button kind="quiet" onClick={onDone}>
          Close
        </Button>
      </p>
    );
  }
  return (
    <Form
      className={styles.part}
      label="Save view"
      onSubmit={submit}
      send="Save view"
      isIncomplete={name.trim() === ""}
      action={save}
      failure="The view was not saved."
    >
      <h2>Save as a view</h2>
      <TextField label="Name" value={name} onChange={setName} maxLength={200} required />
      <TextField label="Note" value={note} onChange={setNote} maxLength={2000} />
      <Checkbox label="Pin to the overview" isChecked={isPinned} onChange={setIsPinned} />
    </Form>
  );
}

/** Texts that put the chart, or its newest number as a badge, into another page. */
function EmbedPart({ path, query }: { path: string; query: string }) {
  const { origin } = globalThis.location;
  const embed = embedAddress(path, query);
  const badge = badgeAddress(path, query);
  if (embed === null) return null;
  const title = document.querySelector("h1")?.textContent ?? "Tidemark";
  return (
    <section className={styles.part} aria-label="Embed">
      <h2>Embed</h2>
      <div className={styles.row}>
        <CopyButton text={iframeText(origin + embed, title)} label="Copy iframe" />
        {badge === null ? null : (
          <CopyButton
            text={badgeText(origin + badge, origin + path + query, title)}
            label="Copy badge (Markdown)"
          />
        )}
        <a href={embed} target="_blank" rel="noopener">
          See it
        </a>
      </div>
      <p className={styles.quiet}>
        Other sites can show it while the project is public; nobody can change anything through it.
      </p>
    </section>
  );
}
