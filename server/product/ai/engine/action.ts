import { z } from 'zod';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { TextMessage } from '#server/providers/text-model/text-model.ts';
import { queryOutcome, type TableSource, tableFacts } from '../../files/table-facts.ts';

/**
 * What a tool of several steps wants done next, as data: no action does anything by itself. `id` is the step's name
 * in the journal, unique within a run and the same again when the run is taken up anew.
 */
export type Action = ChatAction | SearchAction | ReadAction | ScanAction | ProfileAction | QueryAction;

/**
 * Who speaks to a model, and so what may be put before it. A planner sees the person's task and never fetched text;
 * a reader sees foreign pages and, of what the person wrote, no more than what to look for in them (the question, or
 * for a PDF of theirs the task and what they add): never the project; a writer sees verified claims and the task, and
 * what it writes starts nothing.
 */
export type Role = 'planner' | 'reader' | 'writer';

interface Common {
  readonly id: string;
  /** `must`: the run fails with it. `may`: the tool goes on without it, and hears why. */
  readonly need: 'must' | 'may';
  /** It gathers: it stops where only the money and the time for writing are left. */
  readonly gathers: boolean;
}

export interface ChatAction extends Common {
  readonly kind: 'chat';
  readonly role: Role;
  readonly messages: readonly TextMessage[];
  readonly maxTokens: number;
  readonly temperature: number;
  /** The JSON that is expected; null for a text, which is then continued once where it was cut off. */
  readonly shape: { readonly name: string; readonly schema: z.ZodType } | null;
}

export interface SearchAction extends Common {
  readonly kind: 'search';
  readonly query: string;
  readonly language: string;
  readonly count: number;
}

export interface ReadAction extends Common {
  readonly kind: 'read';
  readonly url: string;
  readonly language: string;
}

/** Recognises the text of a page that is a picture. One that fails is a page that was not read. */
export interface ScanAction extends Common {
  readonly kind: 'scan';
  /** A PDF of this page alone. */
  readonly page: Buffer;
}

/** Looks at the tables in files. It costs time, and no money. */
export interface ProfileAction extends Common {
  readonly kind: 'profile';
  readonly sources: readonly TableSource[];
}

/** Asks questions of the tables in files. One that fails is an outcome, not a failure. */
export interface QueryAction extends Common {
  readonly kind: 'query';
  readonly sources: readonly TableSource[];
  readonly queries: readonly string[];
}

/** Why something was not done: a kind of provider's failure, a reason of a page's, or the end of the means. */
const failed = z.object({ ok: z.literal(false), why: z.string() });

const chatDone = z.object({
  ok: z.literal(true),
  kind: z.literal('chat'),
  text: z.string(),
  /** Parsed and checked by the action's shape; null for a text. */
  value: z.unknown(),
  isCut: z.boolean(),
  /** The model that answered. */
  model: z.string(),
});

const searchDone = z.object({
  ok: z.literal(true),
  kind: z.literal('search'),
  hits: z.array(z.object({ url: z.string(), title: z.string(), excerpt: z.string() })),
});

const readDone = z.object({
  ok: z.literal(true),
  kind: z.literal('read'),
  page: z.object({
    url: z.string(),
    title: z.string(),
    date: z.string().nullable(),
    language: z.string().nullable(),
    blocks: z.array(z.string()).readonly(),
    hash: z.string(),
    readAt: z.string(),
  }),
});

const scanDone = z.object({
  ok: z.literal(true),
  kind: z.literal('scan'),
  /** Clean; empty where nothing was recognised. */
  text: z.string(),
});

const profileDone = z.object({
  ok: z.literal(true),
  kind: z.literal('profile'),
  tables: z.array(tableFacts),
});

const queryDone = z.object({
  ok: z.literal(true),
  kind: z.literal('query'),
  /** One for each query. */
  outcomes: z.array(queryOutcome),
});

/** As it is kept in the journal, and read from there again. */
export const actionResult = z.union([
  failed,
  chatDone,
  searchDone,
  readDone,
  scanDone,
  profileDone,
  queryDone,
]);

export type ActionResult = z.output<typeof actionResult>;
export type ChatDone = z.output<typeof chatDone>;
export type SearchDone = z.output<typeof searchDone>;
export type ReadDone = z.output<typeof readDone>;
export type ScanDone = z.output<typeof scanDone>;
export type ProfileDone = z.output<typeof profileDone>;
export type QueryDone = z.output<typeof queryDone>;

/** The means for gathering are used up: what is there is to be written now. */
export function isOutOfMeans(result: ActionResult): boolean {
  return isOutOfMoney(result) || (!result.ok && result.why === 'time');
}

/** The run's own money is used up (`budget`), or the day's (`day_budget`). */
export function isOutOfMoney(result: ActionResult): boolean {
  return !result.ok && (result.why === 'budget' || result.why === 'day_budget');
}

/** The money limit among the reasons of failures, as shown to the user; null without one. */
export function limitMet(
  failures: readonly string[],
): Extract<RunErrorCode, 'over_budget' | 'run_limit'> | null {
  if (failures.includes('day_budget')) return 'over_budget';
  return failures.includes('budget') ? 'run_limit' : null;
}
