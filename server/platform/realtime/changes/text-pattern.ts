import { RE2JS, RE2JSException } from 're2js';
import type { TimeAllowance } from '../socket/limits.ts';

export const PATTERN_OPERATORS = ['like', 'ilike', 'match', 'imatch'] as const;
export type PatternOperator = (typeof PATTERN_OPERATORS)[number];

/** The message is shown to the subscriber. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** The text is too long for this pattern, or the time allowance for patterns is used up. */
export class TooDearError extends Error {
  override readonly name = 'TooDearError';
}

/** Clients write these patterns, so the time of each match must be predictable and its memory bounded. */
const MAX_CHARACTERS = 1_000;
const MAX_INSTRUCTIONS = 200;
/** Instructions × characters of one match: 30 ms for the worst patterns, microseconds for common ones. */
const MAX_STEPS = 200_000;
/** A compiled pattern can grow to 8 MB of states. */
const MAX_COMPILED = 16;

/** A LIKE pattern or regular expression, matched in time linear in the text for any pattern. */
export interface TextPattern {
  /** Throws TooDearError. */
  test(text: string): boolean;
}

/**
 * Throws PatternError.
 * @param allowance charged for compiling the pattern and for each match
 */
export function readPattern(operator: PatternOperator, text: string, allowance: TimeAllowance): TextPattern {
  if (allowance.isSpent) throw new PatternError('the patterns of this connection take too much time');
  if (text.length > MAX_CHARACTERS) throw new PatternError(`a pattern may have ${MAX_CHARACTERS} characters`);
  const source = operator === 'like' || operator === 'ilike' ? sourceOfLike(text) : text;
  // As in PostgreSQL, a dot matches any character, and `^` and `$` only match the ends of the text.
  const flags = RE2JS.DOTALL | (operator.startsWith('i') ? RE2JS.CASE_INSENSITIVE : 0);
  const instructions = allowance.spendOn(() => sizeOf(source, flags));
  if (instructions > MAX_INSTRUCTIONS) throw new PatternError('the pattern is too large');
  return {
    test(value) {
      if (value.length * instructions > MAX_STEPS || allowance.isSpent) throw new TooDearError();
      return allowance.spendOn(() => compiled(source, flags).test(value));
    },
  };
}

/** `%` matches any text, `_` any character, and a backslash escapes the next character. */
function sourceOfLike(text: string): string {
  const parts = text.match(/\\[\s\S]?|%|_|[^\\%_]+/gu) ?? [];
  const source = parts.map((part) => {
    if (part === '\\') throw new PatternError('LIKE pattern must not end with escape character');
    if (part === '%') return '.*';
    if (part === '_') return '.';
    return RE2JS.quote(part.startsWith('\\') ? part.slice(1) : part);
  });
  return `^(?:${source.join('')})$`;
}

function sizeOf(source: string, flags: number): number {
  try {
    return compiled(source, flags).programSize();
  } catch (error) {
    if (error instanceof RE2JSException) throw new PatternError(error.message);
    throw error;
  }
}

/** LRU cache, most recent last. Keeping every client's patterns would fill the memory, and recompiling is cheap. */
const kept = new Map<string, RE2JS>();

function compiled(source: string, flags: number): RE2JS {
  const key = `${flags}:${source}`;
  const pattern = kept.get(key) ?? RE2JS.compile(source, flags);
  kept.delete(key);
  kept.set(key, pattern);
  const [oldest] = kept.keys();
  if (kept.size > MAX_COMPILED && oldest !== undefined) kept.delete(oldest);
  return pattern;
}
