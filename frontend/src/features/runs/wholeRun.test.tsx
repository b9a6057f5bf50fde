import { expect, it } from "vitest";
import { wholeRun } from "@/api/wholeRun";
import { aRunDetail } from "@/testing/runBuilders";
import { BASE, HttpResponse, http, server } from "@/testing/server";

it("reads the results that one answer does not hold", async () => {
  const [row] = aRunDetail().rows;
  server.use(
    http.get(`${BASE}/projects/demo/runs/7`, () =>
      HttpResponse.json(aRunDetail({ id: 7, next: "2" })),
    ),
    http.get(`${BASE}/projects/demo/runs/7/results`, ({ request }) => {
      const cursor = new URL(request.url).searchParams.get("cursor");
      return HttpResponse.json({ rows: [row], total: 4, next: cursor === "2" ? "3" : null });
    }),
  );
  const run = await wholeRun("demo", 7, new AbortController().signal);
  expect(run.rows).toHaveLength(4);
  expect(run.next).toBeNull();
});
