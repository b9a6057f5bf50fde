import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { JobList } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { aProject, aSession } from "@/testing/builders";
import { aConfirmedJob, aJob, aJobList, aRunningJob } from "@/testing/jobBuilders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { JobsPage } from "./JobsPage";
import { placeAfterStep } from "./jobsModel";

const PATH = "/projects/demo/jobs";

function show(list: JobList, session = aSession()) {
  answer("/session", session);
  answer(PATH, list);
  return renderPage(JobsPage, "/p/$project/jobs", "/p/demo/jobs");
}

describe("the order of the queue", () => {
  const waiting = [4, 5, 6].map((id) => aJob({ id }));

  async function moved(act: (user: ReturnType<typeof show>["user"]) => Promise<void>) {
    const sent: unknown[] = [];
    server.use(
      http.put(`${BASE}${PATH}/:job/place`, async ({ request, params }) => {
        sent.push([Number(params.job), await request.json()]);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = show(aJobList({ waiting, waiting_total: 3 }));
    await screen.findByRole("button", { name: /^Move job 4/ });
    await act(user);
    await waitFor(() => expect(sent).not.toEqual([]));
    return sent[0];
  }

  it.each([
    [5, "{ArrowUp}", 4],
    [4, "{ArrowDown}", 6],
    [5, "{ArrowDown}", null],
  ])("is changed by keys on job %i: %s", async (job, key, before) => {
    const press = async (user: ReturnType<typeof show>["user"]) => {
      screen.getByRole("button", { name: new RegExp(`^Move job ${job}`) }).focus();
      await user.keyboard(key);
    };
    expect(await moved(press)).toEqual([job, { before }]);
  });

  it.each([
    [4, 6, 1, null],
    [150, 6, 1, undefined],
    [150, 5, 1, 7],
    [150, 6, -1, 5],
    [4, 7, 1, undefined],
  ] as const)(
    "where %i wait and 4 are shown, job %i goes by %i before %s",
    (total, id, step, before) => {
      const rows = [4, 5, 6, 7].map((one) => ({ id: one }));
      expect(placeAfterStep({ rows, total }, id, step)).toBe(before);
    },
  );

  it("is changed by dropping a job on the row that it is to come before", async () => {
    const drag = async () => {
      const data = new Map<string, string>();
      const dataTransfer = {
        setData: (kind: string, text: string) => data.set(kind, text),
        getData: (kind: string) => data.get(kind) ?? "",
        types: ["application/x-tidemark-job"],
      };
      fireEvent.dragStart(screen.getByRole("button", { name: /^Move job 6/ }), { dataTransfer });
      fireEvent.drop(screen.getByRole("link", { name: /4$/ }), { dataTransfer });
    };
    expect(await moved(drag)).toEqual([6, { before: 4 }]);
  });

  it("is not offered to who may not set it", async () => {
    show(
      aJobList({ waiting, waiting_total: 3 }),
      aSession({ projects: [aProject({ rights: ["read", "triage"] })] }),
    );
    expect(await screen.findByRole("link", { name: /4$/ })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Move job/ })).toBeNull();
  });
});

describe("the queue of jobs", () => {
  it("says what is measured, what waits for what and how long, and what came of the others", async () => {
    const { container } = show(
      aJobList({
        held: [aRunningJob({ id: 3 })],
        waiting: [aJob()],
        over: [aConfirmedJob({ id: 2 })],
        waiting_total: 9,
        paused: [{ agent: "bench-1", suite: "client-c", rounds: 0, job: 3 }],
      }),
    );
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
      "1 job running, 9 waiting",
    );
    const waiting = within(screen.getByRole("table", { name: "Waiting" }));
    expect(waiting.getByRole("link", { name: "Confirmation 4" })).toHaveAttribute(
      "href",
      "/p/demo/jobs/4",
    );
    expect(waiting.getByText("badc0de1 against c0ffee12")).toBeVisible();
    expect(waiting.getByText("2 jobs before it")).toBeVisible();
    expect(waiting.getByText(/^in 12 min \(8 min to 20 min\)/)).toBeVisible();
    expect(screen.getByText("8 more jobs wait")).toBeVisible();
    const held = within(screen.getByRole("table", { name: "Measured now" }));
    expect(held.getByRole("progressbar", { name: "Rounds of job 3" })).toHaveValue(3);
    expect(screen.getByText(/^client-c waits for$/)).toBeVisible();
    expect(screen.getByRole("link", { name: "job 3" })).toHaveAttribute("href", "/p/demo/jobs/3");
    const done = within(screen.getByRole("table", { name: "Done" }));
    expect(done.getByText(/^Confirmed: measured in turns, \+9\.8 %/)).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("lets those who may change the priority of a job and cancel it", async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(`${BASE}${PATH}/4/priority`, async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
      http.post(`${BASE}${PATH}/4/cancellation`, () => {
        sent.push("cancelled");
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = show(aJobList({ waiting: [aJob()], waiting_total: 1 }));
    await user.selectOptions(await screen.findByLabelText("Priority of job 4"), "7");
    await waitFor(() => expect(sent).toEqual([{ priority: 7 }]));
    await user.click(screen.getByRole("button", { name: "Cancel job 4" }));
    await waitFor(() => expect(sent).toEqual([{ priority: 7 }, "cancelled"]));
  });

  it("says the most that it can take where no job like it was measured", async () => {
    const starts_in = { seconds: 900, low: 0, high: 1800, jobs: 0 };
    show(aJobList({ waiting: [aJob({ starts_in, takes: starts_in })], waiting_total: 1 }));
    expect(await screen.findByText(/^within 30 min/)).toHaveTextContent(
      "within 30 min takes at most 30 min",
    );
  });

  it("offers nothing of that to readers", async () => {
    const session = aSession({ projects: [aProject({ rights: ["read"] })] });
    show(aJobList({ waiting: [aJob({ starts_in: null })], waiting_total: 1 }), session);
    expect(await screen.findByText(/^not known/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Cancel job 4" })).toBeNull();
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("that is empty says how a job comes about", async () => {
    show(aJobList());
    expect(await screen.findByText(/Press “Confirm” on the page of a change/)).toBeVisible();
  });

  it("that fails says so", async () => {
    fail(PATH, { status: 503 });
    renderPage(JobsPage, "/p/$project/jobs", "/p/demo/jobs");
    expect(await screen.findByRole("alert")).toHaveTextContent("The jobs could not be loaded.");
  });
});
