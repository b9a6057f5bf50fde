/** Runs before every test file: the wire is faked, everything else is real. */

import "@testing-library/jest-dom/vitest";

import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll } from "vitest";
import { drop, undoStore } from "@/ui/feedback/undoStore";
import { server } from "./server";

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });

class QuietEventSource extends EventTarget {
  readyState = 0;
  close() {
    this.readyState = 2;
  }
}

beforeAll(() => {
  // jsdom has none of these; a page must work without events and with a size it is told late.
  globalThis.EventSource ??= QuietEventSource as unknown as typeof EventSource;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  globalThis.scrollTo = () => undefined;
  Element.prototype.scrollIntoView ??= () => undefined;
  server.listen({ onUnhandledRequest: "error" });
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  for (const { id } of undoStore.read()) drop(id);
});
afterAll(() => server.close());
