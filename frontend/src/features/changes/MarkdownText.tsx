/** Markdown that people wrote, drawn as elements: marks and links work, HTML stays text. */

import { marked, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import styles from "./MarkdownText.module.css";

export function MarkdownText({ text }: { text: string }) {
  return (
    <div className={styles.text}>{drawn(marked.lexer(text, { gfm: true, breaks: true }))}</div>
  );
}

function drawn(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn as it stands and never rearranged
    <Fragment key={`${index}-${token.type}`}>{elementOf(token)}</Fragment>
  ));
}

const WRAPPED = {
  paragraph: "p",
  strong: "strong",
  em: "em",
  del: "del",
  blockquote: "blockquote",
  heading: "h4",
} as const;

function elementOf(token: Token): ReactNode {
  if (token.type in WRAPPED) {
    const Element = WRAPPED[token.type as keyof typeof WRAPPED];
    return <Element>{drawn((token as Tokens.Paragraph).tokens)}</Element>;
  }
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "br":
      return <br />;
    case "hr":
      return <hr />;
    case "codespan":
      return <code>{token.text}</code>;
    case "code":
      return <pre>{token.text}</pre>;
    case "list":
      return listOf(token as Tokens.List);
    case "link":
      return linkOf(token as Tokens.Link);
    case "text":
    case "escape":
      return (token as Tokens.Text).tokens === undefined
        ? token.text
        : drawn((token as Tokens.Text).tokens);
    default:
      // raw HTML, pictures of other sites and tables are shown as they were written
      return token.raw;
  }
}

function listOf({ ordered, items }: Tokens.List): ReactNode {
  const Element = ordered ? "ol" : "ul";
  return (
    <Element>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={`${index}-${item.raw}`}>{drawn(item.tokens)}</li>
      ))}
    </Element>
  );
}

/** Only addresses of the web and of mail are followed. */
function linkOf({ href, raw, tokens }: Tokens.Link): ReactNode {
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return raw;
  return (
    <a href={href} rel="nofollow noreferrer noopener" target="_blank">
      {drawn(tokens)}
    </a>
  );
}
