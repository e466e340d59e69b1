import { readFileSync } from 'node:fs';
import type { AiTaskType } from '#domain/ai-task.ts';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { TABLE_FORMS } from './examples/data-analysis.ts';
import { LEASE_CLAIMS } from './examples/doc-summary.ts';
import { RESEARCH_CLAIMS, RESEARCH_FORMS } from './examples/research.ts';
import { SEARCH_CLAIMS, SEARCH_FORMS } from './examples/web-search.ts';

/** What the demo provider returns for an example, in place of a model. The engine verifies it like any answer. */
export interface Prepared {
  /** JSON by the name of the form in which a step asks for it. */
  readonly forms: Readonly<Record<string, object>>;
  /** Notes on the pages that it reads. */
  readonly claims: readonly PreparedClaim[];
  /** File in `examples` with the text, for a picture its brief. `[key]` cites a claim. */
  readonly text: string;
}

export interface PreparedClaim {
  /** Cites it in the text. */
  readonly key: string;
  /** Title of its web page. Omitted in a PDF, where the engine finds the page. */
  readonly page?: string;
  readonly text: string;
  readonly quote: string;
  /** Ids of the points that it answers. */
  readonly answers?: readonly string[];
}

const PREPARED: Readonly<Record<AiTaskType, Prepared>> = {
  answer: { forms: {}, claims: [], text: 'answer.md' },
  reasoning: { forms: {}, claims: [], text: 'reasoning.md' },
  research: { forms: RESEARCH_FORMS, claims: RESEARCH_CLAIMS, text: 'research.md' },
  web_search: { forms: SEARCH_FORMS, claims: SEARCH_CLAIMS, text: 'web-search.md' },
  data_analysis: { forms: TABLE_FORMS, claims: [], text: 'data-analysis.md' },
  doc_summary: {
    forms: { pdf_claims: { claims: LEASE_CLAIMS.map(({ text, quote }) => ({ text, quote })) } },
    claims: LEASE_CLAIMS,
    text: 'doc-summary.md',
  },
  create_image: { forms: {}, claims: [], text: 'create-image.md' },
  image_edit: { forms: {}, claims: [], text: 'image-edit.md' },
};

/** Returns what was prepared for the example with this title; null for any other task. */
export function findPrepared(title: string | null): Prepared | null {
  const type = exampleTypes().find((each) => EXAMPLE_TASKS[each].title === title);
  return type ? PREPARED[type] : null;
}

const FOLDER = new URL('./examples/', import.meta.url);

export const readPrepared = ({ text }: Prepared): string =>
  readFileSync(new URL(text, FOLDER), 'utf8').trim();

/** Returns the notes on a web page. */
export const notesOn = (page: string): readonly PreparedClaim[] =>
  exampleTypes()
    .flatMap((type) => PREPARED[type].claims)
    .filter((claim) => claim.page === page);

const exampleTypes = (): AiTaskType[] =>
  Object.keys(EXAMPLE_TASKS).filter((key): key is AiTaskType => key in EXAMPLE_TASKS);
