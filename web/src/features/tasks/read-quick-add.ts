import type { TaskCategory, TaskPriority, TaskTimeframe } from '#domain/task.ts';

interface Token {
  /** Where it stands in the text, from `start` up to `end`. */
  readonly start: number;
  readonly end: number;
  /** As it was typed, in lower case: by it a token is told to be meant as plain words. */
  readonly word: string;
}

/** A word of the text that says something about the task. */
export type QuickToken = Token &
  (
    | { readonly kind: 'timeframe'; readonly value: TaskTimeframe }
    | { readonly kind: 'priority'; readonly value: TaskPriority }
    | { readonly kind: 'category'; readonly value: TaskCategory }
    | { readonly kind: 'project'; readonly value: string }
  );

export interface QuickAdd {
  /** The text without the words that were understood. */
  readonly title: string;
  /** In the order of the text; of each kind the last one counts, and only that one is here. */
  readonly tokens: readonly QuickToken[];
}

type Meaning = {
  [Kind in QuickToken['kind']]: Pick<Extract<QuickToken, { kind: Kind }>, 'kind' | 'value'>;
}[QuickToken['kind']];

const WORDS: Readonly<Record<string, Meaning>> = {
  today: { kind: 'timeframe', value: 'today' },
  tomorrow: { kind: 'timeframe', value: 'tomorrow' },
  'next weekend': { kind: 'timeframe', value: 'next_weekend' },
  'in future': { kind: 'timeframe', value: 'future' },
  someday: { kind: 'timeframe', value: 'future' },
  '!!': { kind: 'priority', value: 'urgent' },
  '!urgent': { kind: 'priority', value: 'urgent' },
  '!high': { kind: 'priority', value: 'high' },
  '!medium': { kind: 'priority', value: 'medium' },
  '!low': { kind: 'priority', value: 'low' },
  '!nice': { kind: 'priority', value: 'nice_to' },
  '#personal': { kind: 'category', value: 'personal' },
  '#work': { kind: 'category', value: 'work' },
};

/** A whole word of the list, or `+` and the beginning of a project's name. Nothing inside another word counts. */
const CANDIDATE =
  /(?<![^\s])(?:next\s+weekend|in\s+future|today|tomorrow|someday|!!|![a-z]+|#[a-z]+|\+[^\s+]+)(?![^\s])/giu;

/**
 * Reads a task as it is said: "call the bank tomorrow !high #personal +flat". What is in `plain` is left as words;
 * so is whatever would leave no title at all.
 */
export function readQuickAdd(
  text: string,
  projectNames: ReadonlyMap<string, string>,
  plain: ReadonlySet<string> = new Set(),
): QuickAdd {
  const byKind = new Map<QuickToken['kind'], QuickToken>();
  for (const match of text.matchAll(CANDIDATE)) {
    const word = match[0].toLowerCase().replace(/\s+/g, ' ');
    const meaning = plain.has(word) ? undefined : understand(word, projectNames);
    if (meaning)
      byKind.set(meaning.kind, { ...meaning, word, start: match.index, end: match.index + match[0].length });
  }
  const tokens = [...byKind.values()].toSorted((a, b) => a.start - b.start);
  const title = withoutTokens(text, tokens);
  return title === '' ? { title: text.trim(), tokens: [] } : { title, tokens };
}

function understand(word: string, projectNames: ReadonlyMap<string, string>): Meaning | undefined {
  if (!word.startsWith('+')) return WORDS[word];
  const wanted = squeeze(word.slice(1));
  if (wanted === '') return undefined;
  const found = [...projectNames].find(([, name]) => squeeze(name).startsWith(wanted));
  return found && { kind: 'project', value: found[0] };
}

/** Letters and digits only, so that "+flat-move" finds "Flat move". */
function squeeze(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

function withoutTokens(text: string, tokens: readonly Token[]): string {
  const kept = tokens.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return kept.replace(/\s+/g, ' ').trim();
}
