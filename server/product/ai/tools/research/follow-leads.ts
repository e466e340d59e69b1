import { z } from 'zod';
import type { ChatAction } from '../../engine/action.ts';
import { plannerAction } from '../../engine/chat-actions.ts';
import { cleanQueries } from '../../gathering/clean-query.ts';
import { privateWords } from '../../gathering/private-words.ts';
import { FOLLOW_EXAMPLES } from '../../prompts/examples/planning.ts';
import { frame, joinParts } from '../../prompts/frame-task.ts';
import { JSON_ALONE, materialRule, showExamples } from '../../prompts/show-examples.ts';
import { type Inquiry, openPoints, type ResearchState } from './state.ts';

const followShape = z.object({ follow: z.array(z.object({ id: z.string(), words: z.string() })) });

/** Leads that are shown to a planner. */
const MOST_SHOWN = 12;
/** Words that it may add to a name. */
const MOST_WORDS = 4;

/** Step in which leads are chosen. */
export const FOLLOW = 'follow:';

/** Returns the names that say something new to the searches so far: first those that several sites name. */
export function openLeads({ leads, queries }: Pick<ResearchState, 'leads' | 'queries'>): readonly string[] {
  const known = wordsOf(queries.join(' '));
  const hosts = new Map<string, Set<string>>();
  const names = new Map<string, string>();
  for (const { name, host } of leads) {
    const key = name.toLowerCase();
    if ([...wordsOf(name)].every((word) => known.has(word))) continue;
    names.set(key, names.get(key) ?? name);
    hosts.set(key, (hosts.get(key) ?? new Set()).add(host));
  }
  const namedBy = (key: string): number => hosts.get(key)?.size ?? 0;
  return [...names]
    .toSorted(([a], [b]) => namedBy(b) - namedBy(a))
    .map(([, name]) => name)
    .slice(0, MOST_SHOWN);
}

/**
 * Asks which leads are worth a search. It's a call of its own, since it's the only one of a planner that shows anything
 * from a page: it answers ids, and words that `readFollow` only takes if they were planned before any page was read.
 */
export function followAction(state: ResearchState): ChatAction {
  const { brief, queries, seed, round, plan } = state;
  const open = openPoints(state);
  const rules = `Choose which of the names that were found on web pages a research should follow, to reach the original source or what is still open.

- "follow": at most ${plan.queriesPerRound}, the most promising first; [] if none promises more than is known.
- "id": the id of the name. "words": up to ${MOST_WORDS} words to search for beside it, from the research and its earlier queries; "" for none.
${materialRule(seed.key, 'names')}
- Today is ${seed.today}.
${JSON_ALONE}

${showExamples(FOLLOW_EXAMPLES)}`;
  const ask = joinParts([
    `The research: ${brief ?? ''}`,
    open.length > 0 ? `Still open:\n${open.map(({ text }) => `- ${text}`).join('\n')}` : null,
    `Earlier queries:\n${queries.map((query) => `- ${query}`).join('\n')}`,
    frame(
      'names',
      seed.key,
      openLeads(state).map((name, at) => `[${idOf(at)}] ${name}`),
    ),
  ]);
  const shape = { name: 'leads', schema: followShape };
  const action = plannerAction({ id: `${FOLLOW}${round + 1}`, rules, ask, maxTokens: 300, shape });
  return { ...action, need: 'may', gathers: true };
}

const idOf = (at: number): string => `l${at + 1}`;

/** Builds the queries for the chosen leads: the name, and words that the research has had before it read a page. */
export function readFollow(value: unknown, state: ResearchState): Inquiry[] {
  const { brief, questions, queries, input, plan } = state;
  const planned = questions.flatMap(({ text, points }) => [text, ...points.map((point) => point.text)]);
  const known = wordsOf([brief ?? '', ...planned, ...queries].join(' '));
  const names = openLeads(state);
  const question = { text: brief ?? input.task.title, points: openPoints(state) };
  const hidden = privateWords(input);
  const inquiries: Inquiry[] = [];
  for (const { id, words } of followShape.parse(value).follow) {
    const lead = names.find((_name, at) => idOf(at) === id);
    if (lead === undefined || inquiries.length >= plan.queriesPerRound) continue;
    const own = wordsOf(lead);
    const beside = [...wordsOf(words)].filter((word) => known.has(word) && !own.has(word));
    const made = [...queries, ...inquiries.map(({ query }) => query)];
    const whole = [lead, ...beside.slice(0, MOST_WORDS)].join(' ');
    inquiries.push(
      ...cleanQueries([whole], { atMost: 1, hidden, made }).map((query) => ({ query, question, lead })),
    );
  }
  return inquiries;
}

/** All words, the short ones too. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu),
  );
