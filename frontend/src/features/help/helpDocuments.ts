/** The documents that /help shows; each is loaded when somebody reads it. */

export interface HelpDocument {
  title: string;
  sections: { id: string; text: string }[];
  html: string;
}

interface Shown {
  name: string;
  load: () => Promise<HelpDocument>;
}

export const DOCUMENTS: Record<string, Shown> = {
  methodology: { name: "Methodology", load: () => import("virtual:help/methodology") },
  glossary: { name: "Glossary", load: () => import("virtual:help/glossary") },
  webhooks: { name: "Signed webhooks", load: () => import("virtual:help/webhooks") },
  evaluation: { name: "Evaluation", load: () => import("virtual:help/evaluation") },
};
