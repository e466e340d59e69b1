import type { ToolInput } from '../tool.ts';

/** A door code, an account, a telephone: a year is none, and neither is a small number. */
const CODE = /^(?!(?:19|20)\d\d$)(?=(?:\D*\d){4})/;

const partsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const codesOf = (text: string): string[] => partsOf(text).filter((part) => CODE.test(part));

/**
 * Numbers and codes of the project that the task itself does not name. The planner sees them, as the person would want
 * it to, and is told to leave them out of what it searches for; this is for the time when it does not listen.
 */
export function privateWords({ task, instruction, project }: ToolInput): ReadonlySet<string> {
  const named = new Set(codesOf(`${task.title} ${instruction ?? ''}`));
  const around = project ? [project.title, project.description ?? '', ...project.taskTitles] : [];
  return new Set(around.flatMap(codesOf).filter((code) => !named.has(code)));
}

/** Words of a query without those that have a private one in them. */
export function withoutPrivate(words: readonly string[], hidden: ReadonlySet<string>): string[] {
  return words.filter((word) => !partsOf(word).some((part) => hidden.has(part)));
}

/** What a planner asks of readers, who are not to know of the person what is not theirs. */
export function withoutPrivateWords(text: string, hidden: ReadonlySet<string>): string {
  return withoutPrivate(text.split(/\s+/), hidden).join(' ').trim();
}
