/// <reference types="vite/client" />

/** A Markdown document of the repository, rendered while building (`scripts/documents.mjs`). */
declare module "virtual:help/*" {
  export const title: string;
  export const sections: { id: string; text: string }[];
  export const html: string;
}
