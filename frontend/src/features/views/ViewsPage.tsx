/** Saved views: pages of the project kept under a name, with everything that was set on them. */

import { useParams } from "@tanstack/react-router";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import { codecOf, TEXT, under, WHOLE } from "@/ui/url/urlFields";
import { useUrlState } from "@/ui/url/useUrlState";
import { ViewTable } from "./ViewTable";
import { answerOf, matching } from "./viewsModel";
import { useViews } from "./viewsQuery";

export function ViewsPage() {
  const { project } = useParams({ from: "/p/$project/views" });
  const [state, change] = useUrlState(viewsCodec);
  const query = useViews(project);
  const shown = matching(query.data ?? [], state.text);
  return (
    <Page title="Views" answer={query.data === undefined ? "Views" : answerOf(query.data)}>
      <QueryBoundary
        query={query}
        failure="The views could not be loaded."
        skeleton={<Skeleton height={320} label="Loading the views" />}
      >
        {(views) =>
          views.length === 0 ? (
            <EmptyState title="Save any page with its filters as a view.">
              Set filters, series, ranges or a comparison on any page, then choose Share in the bar
              on top (or press s) and save it under a name. Pinned views stand on the overview.
            </EmptyState>
          ) : (
            <>
              <TextField
                isInline
                label="Search"
                type="search"
                value={state.text}
                onChange={(text) => change({ text }, { isReplacing: true })}
              />
              {shown.length === 0 ? (
                <EmptyState title="No view has all these words.">
                  Names, notes, pages and authors are searched.
                </EmptyState>
              ) : (
                <ViewTable
                  project={project}
                  views={shown}
                  edited={state.edited}
                  onEdit={(edited) => change({ edited })}
                />
              )}
            </>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

/** State of the list of views ↔ its query string. */
const viewsCodec = codecOf({
  /** Words that all occur in the name, the note, the page or the author. */
  text: TEXT,
  /** The view that is being renamed. */
  edited: under("edit", WHOLE),
});
