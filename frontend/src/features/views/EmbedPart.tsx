/** Texts that put the chart, or its newest number as a badge, into another page. */

import { CopyButton } from "@/ui/controls/CopyButton";
import styles from "./Share.module.css";
import { badgeAddress, badgeText, embedAddress, iframeText } from "./viewsModel";

export function EmbedPart({ path, query }: { path: string; query: string }) {
  const { origin } = globalThis.location;
  const embed = embedAddress(path, query);
  const badge = badgeAddress(path, query);
  if (embed === null) return null;
  const title = document.querySelector("h1")?.textContent ?? "Tidemark";
  return (
    <section className={styles.part} aria-label="Embed">
      <h2>Put it into another page</h2>
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
