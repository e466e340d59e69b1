import { z } from 'zod';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { Effort, TextMessage } from '#server/providers/text-model/text-model.ts';
import { queryOutcome, type TableQuery, type TableSource, tableFacts } from '../../files/table-facts.ts';

/**
 * Next action of a multi-step tool, as plain data without side effects. `id` is the step's key in the journal:
 * unique within a run, and stable when the run resumes.
 */
export type Action =
  | ChatAction
  | SearchAction
  | ReadAction
  | ScanAction
  | ProfileAction
  | QueryAction
  | PictureAction;

/**
 * Role of a model call, which decides what its prompt may contain. A planner sees the person's task and never
 * fetched text, unless it only chooses among names on pages, and then it doesn't see the task; a reader sees foreign pages and, of what the person wrote, no more than what to look for (the
 * question, or for a PDF of theirs the task and what they add), never the project; a writer sees verified
 * claims and the task, or for an answer the task and its files, and its output triggers nothing; a checker sees the
 * text, its sentences with the quotes that they cite, and points that the person has asked for, and answers ids and
 * verdicts; a viewer sees a picture and nothing else, and copies what is on it.
 */
export type Role = 'planner' | 'reader' | 'writer' | 'checker' | 'viewer';

interface Common {
  readonly id: string;
  /**
   * `must`: its failure fails the run. `may`: the tool continues with the reason, unless the whole provider is out of
   * order or asks for a long wait. `spare`: the tool continues, whatever the provider's failure, and waits no longer
   * for it than `Patience.spare` says. `better`: the same, as long as it takes, since it improves on what is there.
   */
  readonly need: 'must' | 'may' | 'spare' | 'better';
  /** Gathering actions stop once only the budget and time for writing are left. */
  readonly gathers: boolean;
}

export interface ChatAction extends Common {
  readonly kind: 'chat';
  readonly role: Role;
  readonly messages: readonly TextMessage[];
  readonly maxTokens: number;
  readonly temperature: number;
  /** Omitted: that of its role. */
  readonly effort?: Effort;
  /** Expected JSON; null for plain text, which is continued once if truncated. */
  readonly shape: { readonly name: string; readonly schema: z.ZodType } | null;
  /** Its text is shown as it is written, in place of what was shown before. */
  readonly streams?: true;
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

/** Recognises the text of a scanned page. If it fails, the page counts as not read. */
export interface ScanAction extends Common {
  readonly kind: 'scan';
  /** A PDF of this page alone. */
  readonly page: Buffer;
}

/** Profiles the tables in files. Costs time, but no money. */
export interface ProfileAction extends Common {
  readonly kind: 'profile';
  readonly sources: readonly TableSource[];
}

/** Queries the tables in files. A failed query is a result, not a failure. */
export interface QueryAction extends Common {
  readonly kind: 'query';
  readonly sources: readonly TableSource[];
  readonly queries: readonly TableQuery[];
}

/** Makes the one picture of a run. */
export interface PictureAction extends Common {
  readonly kind: 'picture';
  /** Null: it is made from the task itself. */
  readonly brief: string | null;
}

/** Why an action wasn't done: a kind of provider failure, a page's reason, or an exhausted budget. */
const failed = z.object({ ok: z.literal(false), why: z.string() });

const chatDone = z.object({
  ok: z.literal(true),
  kind: z.literal('chat'),
  text: z.string(),
  /** Parsed and validated by the action's schema; null for plain text. */
  value: z.unknown(),
  isCut: z.boolean(),
  /** Model that answered. */
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
  /** Cleaned; empty if nothing was recognised. */
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
  /** One per query. */
  outcomes: z.array(queryOutcome),
});

const pixelSize = { width: z.number(), height: z.number() };

const pictureDone = z.object({
  ok: z.literal(true),
  kind: z.literal('picture'),
  /** As sent, and as the model put it, if it said so. */
  prompt: z.string(),
  revised: z.string().nullable(),
  type: z.string(),
  ...pixelSize,
  /** The file. Small enough for a row: the journal keeps it for a run whose server dies before its end. */
  base64: z.base64(),
  /** Size of the picture that was changed. */
  original: z.object(pixelSize).nullable(),
  /** Fraction of the pixels that the original has lent back; null if all of it could change. */
  putBack: z.number().nullable(),
});

/** Result as stored in the journal and parsed from it. */
export const actionResult = z.union([
  failed,
  chatDone,
  searchDone,
  readDone,
  scanDone,
  profileDone,
  queryDone,
  pictureDone,
]);

export type ActionResult = z.output<typeof actionResult>;
export type ChatDone = z.output<typeof chatDone>;
export type SearchDone = z.output<typeof searchDone>;
export type ReadDone = z.output<typeof readDone>;
export type ScanDone = z.output<typeof scanDone>;
export type ProfileDone = z.output<typeof profileDone>;
export type QueryDone = z.output<typeof queryDone>;
export type PictureDone = z.output<typeof pictureDone>;

/** True if money or time for gathering is used up, so that the tool must write now. */
export function isOutOfMeans(result: ActionResult): boolean {
  return isOutOfMoney(result) || (!result.ok && result.why === 'time');
}

/** True if the run's budget (`budget`) or the day's (`day_budget`) is used up. */
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
