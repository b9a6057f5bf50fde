import { afterEach, expect, it, vi } from "vitest";
import { browserStore } from "./browserStore";

afterEach(() => vi.restoreAllMocks());

it("is the browser's own store", () => {
  expect(browserStore("localStorage")).toBe(window.localStorage);
  expect(browserStore("sessionStorage")).toBe(window.sessionStorage);
});

it("is nothing where the browser forbids it", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  expect(browserStore("localStorage")).toBeNull();
});
