/** The product's documents, readable where their numbers are. */

import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import styles from "./Help.module.css";

export function HelpPage() {
  const { document: name = "" } = useParams({ strict: false });
  const shown = DOCUMENTS[name];
  const query = useQuery({
    queryKey: ["help", name],
    queryFn: async () => (await shown?.load()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (shown === undefined) {
    const action = (
      <Link to="/help/$document" params={{ document: "methodology" }}>
        Read how the numbers are made
      </Link>
    );
    return (
      <Page title="Help" answer="There is no document of this name.">
        <EmptyState
          title="Methodology, glossary, evaluation and signed webhooks are here."
          action={action}
        />
      </Page>
    );
  }
  return (
    <Page
      title={shown.name}
      answer={query.data?.title ?? shown.name}
      actions={<Others current={name} />}
    >
      <QueryBoundary
        query={query}
        failure="The document could not be loaded."
        skeleton={<Skeleton height="70vh" />}
      >
        {(body) => (body === null ? null : <Document body={body} />)}
      </QueryBoundary>
    </Page>
  );
}

function Others({ current }: { current: string }) {
  return (
    <nav aria-label="Documents" className={styles.others}>
      {Object.entries(DOCUMENTS).map(([name, { name: label }]) => (
        <Link
          key={name}
          to="/help/$document"
          params={{ document: name }}
          aria-current={name === current ? "page" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Document({ body }: { body: HelpDocument }) {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => {
    const heading = hash === "" ? null : document.getElementById(hash);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <div className={styles.document}>
      {body.sections.length < 2 ? null : (
        <nav aria-label="Sections" className={styles.sections}>
          {body.sections.map(({ id, text }) => (
            <a key={id} href={`#${id}`}>
              {text}
            </a>
          ))}
        </nav>
      )}
      <article
        className={styles.text}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own documents, rendered by our build
        dangerouslySetInnerHTML={{ __html: body.html }}
      />
    </div>
  );
}

/** The documents that /help shows; each is loaded when somebody reads it. */

interface HelpDocument {
  title: string;
  sections: { id: string; text: string }[];
  html: string;
}

interface Shown {
  name: string;
  load: () => Promise<HelpDocument>;
}

const DOCUMENTS: Record<string, Shown> = {
  methodology: { name: "Methodology", load: () => import("virtual:help/methodology") },
  glossary: { name: "Glossary", load: () => import("virtual:help/glossary") },
  webhooks: { name: "Signed webhooks", load: () => import("virtual:help/webhooks") },
  evaluation: { name: "Evaluation", load: () => import("virtual:help/evaluation") },
};
