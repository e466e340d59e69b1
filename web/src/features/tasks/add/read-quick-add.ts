import type { Day } from '#domain/days.ts';
import type { TaskCategory, TaskPriority, TaskTimeframe } from '#domain/task.ts';
import type { DateWords } from '#web/lib/dates/read-dates.ts';
import { findProject, type ProjectNames } from './find-project.ts';

interface Token {
  /** Range in the text: `start` inclusive, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** As typed, in lower case: the key under which a token is ignored. */
  readonly word: string;
}

/** A recognised word of the text. */
export type QuickToken = Token &
  (
    | { readonly kind: 'timeframe'; readonly value: TaskTimeframe }
    | { readonly kind: 'date'; readonly value: Day }
    | { readonly kind: 'priority'; readonly value: TaskPriority }
    | { readonly kind: 'category'; readonly value: TaskCategory }
    | { readonly kind: 'project'; readonly value: string }
  );

export interface QuickAdd {
  /** The text without recognised words. */
  readonly title: string;
  /** In text order; only the last of each kind counts. A date is a kind of timeframe. */
  readonly tokens: readonly QuickToken[];
}

type Meaning = {
  [Kind in QuickToken['kind']]: Pick<Extract<QuickToken, { kind: Kind }>, 'kind' | 'value'>;
}[QuickToken['kind']];

const WORDS: Readonly<Record<string, Meaning>> = {
  today: { kind: 'timeframe', value: 'today' },
  tonight: { kind: 'timeframe', value: 'today' },
  tomorrow: { kind: 'timeframe', value: 'tomorrow' },
  'next weekend': { kind: 'timeframe', value: 'next_weekend' },
  'this weekend': { kind: 'timeframe', value: 'next_weekend' },
  'the weekend': { kind: 'timeframe', value: 'next_weekend' },
  'next week': { kind: 'timeframe', value: 'future' },
  'in future': { kind: 'timeframe', value: 'future' },
  'in the future': { kind: 'timeframe', value: 'future' },
  someday: { kind: 'timeframe', value: 'future' },
  '!!': { kind: 'priority', value: 'urgent' },
  '!urgent': { kind: 'priority', value: 'urgent' },
  '!high': { kind: 'priority', value: 'high' },
  '!medium': { kind: 'priority', value: 'medium' },
  '!low': { kind: 'priority', value: 'low' },
  '!nice': { kind: 'priority', value: 'nice_to' },
  '!nice-to': { kind: 'priority', value: 'nice_to' },
  '!nice_to': { kind: 'priority', value: 'nice_to' },
  '!nice to': { kind: 'priority', value: 'nice_to' },
  '#personal': { kind: 'category', value: 'personal' },
  '#work': { kind: 'category', value: 'work' },
};

/**
 * A whole word of the list, or the start of a project reference. Matches nothing inside another word ("today's
 * report", "C#work") or in quotes. A time includes its preposition ("by tomorrow") and a full stop at the end;
 * other punctuation may follow and stays.
 */
const CANDIDATE = new RegExp(
  [
    String.raw`(?<!\S)(?:`,
    String.raw`(?:(?:due )?(?:by|for) |due )?(?<time>today|tonight|tomorrow|someday|in\s+(?:the\s+)?future`,
    String.raw`|(?:next|this)\s+weekend|next\s+week)(?:\.(?=\s*$))?(?=[,;:!?).]*(?!\S))`,
    String.raw`|(?:on|at|over|by|for)\s+(?<weekend>(?:the|this|next)\s+weekend)(?:\.(?=\s*$))?(?=[,;:!?).]*(?!\S))`,
    String.raw`|(?<mark>!!(?!!)|!nice\s+to|[!#][a-z_-]+)(?=[,;:!?).]*(?!\S))`,
    String.raw`|[+#](?=\S))`,
  ].join(''),
  'giu',
);

/**
 * Parses a line such as "call the bank tomorrow !high #personal #flat", with the `dates` found in it. Words in
 * `plain` stay text; if no title would remain, so does everything.
 */
export function readQuickAdd(
  text: string,
  projectNames: ProjectNames,
  plain: ReadonlySet<string> = new Set(),
  dates: readonly DateWords[] = [],
): QuickAdd {
  const found = [...text.matchAll(CANDIDATE)].flatMap((match) => toToken(text, match, projectNames) ?? []);
  const dated = dates
    .filter(({ start, end }) => !found.some((token) => token.start < end && start < token.end))
    .map((date) => toDateToken(text, date));
  const byKind = new Map<string, QuickToken>();
  for (const token of [...found, ...dated].toSorted((a, b) => a.start - b.start)) {
    if (!plain.has(token.word)) byKind.set(token.kind === 'date' ? 'timeframe' : token.kind, token);
  }
  const tokens = [...byKind.values()].toSorted((a, b) => a.start - b.start);
  const title = withoutTokens(text, tokens);
  return title === '' ? { title: text.trim(), tokens: [] } : { title, tokens };
}

function toToken(text: string, match: RegExpExecArray, projectNames: ProjectNames): QuickToken | undefined {
  const start = match.index;
  const said = match.groups?.['time'] ?? match.groups?.['weekend'] ?? match.groups?.['mark'];
  const meaning = said === undefined ? undefined : WORDS[wordOf(said)];
  if (said !== undefined && meaning)
    return { ...meaning, word: wordOf(said), start, end: start + match[0].length };
  const found = /^[+#]/.test(match[0]) ? findProject(text.slice(start + 1), projectNames) : undefined;
  if (!found) return undefined;
  const end = start + 1 + found.length;
  return { kind: 'project', value: found.id, start, end, word: wordOf(text.slice(start, end)) };
}

function toDateToken(text: string, { start, end, day }: DateWords): QuickToken {
  return { kind: 'date', value: day, start, end, word: wordOf(text.slice(start, end)) };
}

function wordOf(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}

function withoutTokens(text: string, tokens: readonly Token[]): string {
  const kept = tokens.reduceRight((rest, { start, end }) => cut(rest, start, end), text);
  return kept.replace(/\s+/g, ' ').trim();
}

/**
 * Removes a range with its punctuation: of two marks around it only the later stays, and none at either end of
 * the text.
 */
function cut(text: string, start: number, end: number): string {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (before.trim() === '') return after.replace(/^[,;:!?).]+/, '');
  if (after.trim() === '') return before.replace(/[\s,;:]+$/, '');
  return /^[,;:!?).]/.test(after) ? before.replace(/[\s,;:]+$/, '') + after : before + after;
}
