import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aComparison } from "@/testing/compareBuilders";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { MeasuredPulls } from "./MeasuredPulls";

const FAULTS = [{ pointer: "/query/baseline", reason: "it is not known", remedy: "" }];

/** Pull request 7 knows its merge base where `isKnown`; comparisons with main are always there. */
function show(isKnown: boolean) {
  const side = { kind: "pull", name: "7", detail: "", time: "2026-01-08T12:30:00Z" };
  answer("/projects/demo/comparison/sides", { sides: [side] });
  answer("/projects/demo/facets", {
    total: 1,
    facets: [{ name: "branch", choices: [{ value: "main", count: 1 }], total: 1 }],
  });
  server.use(
    http.get(`${BASE}/projects/demo/comparison`, ({ request }) => {
      const isFork = new URL(request.url).searchParams.get("baseline") === "fork:7";
      if (isKnown || !isFork) return HttpResponse.json(aComparison() as never);
      const refused = { type: "about:blank", title: "Not found", status: 404, detail: "unknown" };
      return HttpResponse.json({ ...refused, faults: FAULTS } as never, { status: 404 });
    }),
  );
  return renderPage(
    () => <MeasuredPulls project="demo" />,
    "/p/$project/pull-requests",
    "/p/demo/pull-requests",
  );
}

describe("pull requests from reports", () => {
  it("say that they are compared with their merge base", async () => {
    show(true);
    const link = await screen.findByRole("link", { name: "#7 against its merge base" });
    expect(link.getAttribute("href")).toContain("baseline=fork:7&contender=pull:7");
  });

  it("name the default branch where that stands in for the base", async () => {
    show(false);
    const link = await screen.findByRole("link", { name: "#7 against the newest commit of main" });
    expect(link.getAttribute("href")).toContain("baseline=branch:main&contender=pull:7");
    expect(screen.queryByText(/against its merge base|Compared with the merge base/)).toBeNull();
    expect(screen.getByText(/merge base is not known or not measured/)).toBeVisible();
  });
});
