import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CiRule } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { CiAccessPage } from "./CiAccessPage";
import { readClaims, readPasted, trialText } from "./ciAccessModel";

const PATH = "/projects/demo/ci-rules";
const PLACE = "/p/$project/settings/ci-access";
const show = () => renderPage(CiAccessPage, PLACE, "/p/demo/settings/ci-access");
const RULE: CiRule = {
  id: 3,
  name: "engine",
  issuer: "https://token.actions.githubusercontent.com",
  audience: "https://tidemark.example",
  claims: { repository: "acme/engine" },
  testbed: "hosted",
  created_by: "Ada",
  created_at: "2026-01-01T00:00:00Z",
  last_used_at: null,
};

describe("the page of CI access", () => {
  it("keeps a rule that begins with what a CI system signs", async () => {
    answer(PATH, []);
    const sent: unknown[] = [];
    server.use(
      http.post(`${BASE}${PATH}`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(RULE as never, { status: 201 });
      }),
    );
    const { user, container } = show();
    await user.selectOptions(await screen.findByLabelText("CI system"), "GitLab");
    expect(screen.getByRole("button", { name: "Save rule" })).toBeDisabled();
    await user.type(screen.getByLabelText("Name"), "engine");
    await user.type(screen.getByLabelText("Only for testbed"), "hosted");
    expect(await violationsOf(container)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Save rule" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      issuer: "https://gitlab.com",
      claims: { project_path: "group/name", ref: "main", ref_protected: "true" },
    });
  });

  it("tries pasted claims and says what does not fit", async () => {
    answer(PATH, [RULE]);
    const misfits = [{ claim: "repository", wanted: "acme/engine", found: "acme/other" }];
    server.use(
      http.post(`${BASE}${PATH}/trials`, () =>
        HttpResponse.json([{ rule: RULE, misfits }] as never),
      ),
    );
    const { user } = show();
    const field = await screen.findByLabelText("Claims as JSON, or a token");
    await user.type(field, "nonsense");
    await user.click(screen.getByRole("button", { name: "Try the claims" }));
    expect(screen.getByRole("alert")).toHaveTextContent("neither a JSON object");
    await user.clear(field);
    await user.click(field);
    await user.paste('{"repository": "acme/other"}');
    await user.click(screen.getByRole("button", { name: "Try the claims" }));
    expect(await screen.findByText(/repository is “acme\/other”/)).toBeVisible();
  });
});

describe("claims", () => {
  it("are read line by line", () => {
    expect(readClaims("a = b\n\n ref=refs/heads/*=x ")).toEqual({ a: "b", ref: "refs/heads/*=x" });
    expect(readClaims("a\nb = c")).toBeNull();
    expect(readClaims("")).toBeNull();
  });

  it("are read of a token too", () => {
    expect(readPasted(`e30.${btoa('{"ref":"main"}')}.x`)).toEqual({ claims: { ref: "main" } });
    expect(readPasted("[1]")).toHaveProperty("fault");
  });

  it("that fit are said to", () => {
    expect(trialText({ rule: RULE, misfits: [] })).toBe("fits: such a token may upload");
    const lacking = { claim: "ref", wanted: "main", found: null };
    expect(trialText({ rule: RULE, misfits: [lacking] })).toContain("ref is missing");
  });
});
