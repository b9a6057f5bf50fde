/** Markdown that people wrote, drawn as elements: marks and links work, HTML stays text. */

import { CatchBoundary } from "@tanstack/react-router";
import { marked, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import styles from "./MarkdownText.module.css";

interface MarkdownTextProps {
  text: string;
}

/** One text can never break its page: what cannot be drawn stands there as it was written. */
export function MarkdownText({ text }: MarkdownTextProps) {
  return (
    <CatchBoundary getResetKey={() => text} errorComponent={() => <Plain text={text} />}>
      <Drawn text={text} />
    </CatchBoundary>
  );
}

function Drawn({ text }: MarkdownTextProps) {
  const tokens = tokensOf(text);
  if (tokens === null) return <Plain text={text} />;
  return <div className={styles.text}>{drawn(tokens)}</div>;
}

function Plain({ text }: MarkdownTextProps) {
  return (
    <div className={styles.text}>
      <pre>{text}</pre>
    </div>
  );
}

/** Quotes and lists inside each other; people write two or three. */
const DEEPEST = 24;
/** Signs that begin quotes and lists, at the begin of a line. */
const OPENERS = /^[\s>*+-]*/gm;

/** The parts of a text; null where they stand so deep inside each other that drawing them breaks. */
function tokensOf(text: string): readonly Token[] | null {
  const opened = text.match(OPENERS) ?? [];
  if (opened.some((signs) => signs.replace(/\s/g, "").length > DEEPEST)) return null;
  try {
    const tokens = marked.lexer(text, { gfm: true, breaks: true });
    return depthOf(tokens) > DEEPEST ? null : tokens;
  } catch {
    return null;
  }
}

/** How deep parts stand inside each other, found level by level: no text exhausts the stack. */
function depthOf(tokens: readonly Token[]): number {
  let depth = 0;
  for (let level = tokens; level.length > 0; depth += 1) level = level.flatMap(insideOf);
  return depth;
}

function insideOf(token: Token): readonly Token[] {
  if (token.type === "list") return (token as Tokens.List).items;
  return (token as Tokens.Generic).tokens ?? [];
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

const AWAY = { target: "_blank" };

function isOwn(href: string): boolean {
  return URL.canParse(href) && new URL(href).origin === window.location.origin;
}

/** Only addresses of the web and of mail are followed. */
function linkOf({ href, raw, tokens }: Tokens.Link): ReactNode {
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return raw;
  return (
    <a href={href} rel="nofollow noreferrer noopener" {...(isOwn(href) ? {} : AWAY)}>
      {drawn(tokens)}
    </a>
  );
}
