import { oneLine } from '#server/lib/one-line.ts';
import { wordsIn } from '#server/lib/words-in.ts';
import { cutToTokens, estimateTokens } from '../models/estimate-tokens.ts';
import type { ToolProject } from '../tool.ts';

/** Parts of a project sent along with one of its tasks. */
export interface PackedProject {
  readonly title: string;
  readonly description: string | null;
  /** In the project's order. */
  readonly taskTitles: readonly string[];
  /** Number of the project's task titles. */
  readonly of: number;
}

export interface PackingCaps {
  readonly descriptionTokens: number;
  readonly titleTokens: number;
}

/** About two pages of description and a hundred titles: context, not the work itself. */
export const PACKING_CAPS: PackingCaps = { descriptionTokens: 1_500, titleTokens: 1_500 };

/** An overlong title must not crowd out the others. */
const TOKENS_PER_TITLE = 80;

/**
 * Selects what fits: the start of the description, and titles that share rare words with the task, then the
 * newest.
 */
export function packProject(
  project: ToolProject,
  about: string,
  caps: PackingCaps = PACKING_CAPS,
): PackedProject {
  const titles = project.taskTitles.map((title) => cutToTokens(oneLine(title), TOKENS_PER_TITLE));
  const chosen = new Set<number>();
  let left = caps.titleTokens;
  for (const index of byRelevance(titles, about)) {
    const cost = estimateTokens(titles[index] ?? '') + 2;
    if (cost > left) continue;
    left -= cost;
    chosen.add(index);
  }
  const description = project.description?.trim();
  return {
    title: cutToTokens(oneLine(project.title), TOKENS_PER_TITLE),
    description: description ? cutToTokens(description, caps.descriptionTokens) : null,
    taskTitles: titles.filter((_title, index) => chosen.has(index)),
    of: titles.length,
  };
}

/** Indexes of titles by relevance. A word counts more, the fewer titles contain it. */
function byRelevance(titles: readonly string[], about: string): number[] {
  const wanted = wordsOf(about);
  const words = titles.map(wordsOf);
  const weight = new Map<string, number>();
  for (const word of wanted) {
    const having = words.filter((each) => each.has(word)).length;
    weight.set(word, Math.log(1 + titles.length / Math.max(1, having)));
  }
  const scores = words.map((each) => [...each].reduce((sum, word) => sum + (weight.get(word) ?? 0), 0));
  return titles
    .map((_title, index) => index)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

/** A set, so that 500 titles don't take milliseconds. */
function wordsOf(text: string): Set<string> {
  return new Set(wordsIn(text));
}
