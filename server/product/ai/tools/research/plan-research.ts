import { z } from 'zod';
import { language } from '#domain/languages.ts';
import { oneLine } from '#server/lib/one-line.ts';
import type { ChatAction } from '../../engine/action.ts';
import { plannerAction } from '../../engine/chat-actions.ts';
import type { Seed } from '../../engine/tool-spec.ts';
import { cleanQueries, STRANGERS_READ } from '../../gathering/clean-query.ts';
import { EARLIER_RULE } from '../../gathering/earlier-pages.ts';
import { privateWords, withoutPrivateWords } from '../../gathering/private-words.ts';
import { TYPED_RULE, typedAddresses } from '../../gathering/typed-addresses.ts';
import { cleanText } from '../../language/clean-text.ts';
import { answerRoom, readingRoom } from '../../models/context-room.ts';
import { MORE_EXAMPLES, RESEARCH_EXAMPLES } from '../../prompts/examples/planning.ts';
import { describeTask, joinParts } from '../../prompts/frame-task.ts';
import { JSON_ALONE, materialRule, showExamples } from '../../prompts/show-examples.ts';
import type { ToolInput } from '../../tool.ts';
import {
  type Inquiry,
  openPoints,
  type Point,
  type Question,
  type ResearchLimits,
  type ResearchState,
} from './state.ts';

const planShape = z.object({
  brief: z.string(),
  questions: z.array(
    z.object({
      question: z.string(),
      queries: z.array(z.string()),
      points: z.array(z.object({ id: z.string(), text: z.string() })),
    }),
  ),
});

const PLAN_TOKENS = 1_500;

/** Returns the planner's tokens beside its rules. */
export const plannerRoom = ({ windows }: Seed): number =>
  readingRoom(windows.planner, answerRoom(PLAN_TOKENS, windows.planner));

const moreShape = z.object({ queries: z.array(z.string()) });

/**
 * Asks what to find out, in parts. The planner sees the task but no page, nor a report written from pages, so that
 * untrusted text can't steer the search.
 */
export function planAction(input: ToolInput, seed: Seed, limits: ResearchLimits): ChatAction {
  const { today, key, windows } = seed;
  const { englishName } = language(input.language);
  const rules = `Break a person's task into questions for a web research, from which somebody else will write a report that lets them decide or act. You don't answer it.

- "brief": in one or two sentences, what is to be found out, and for what.
- "questions": 2 to ${limits.questions} parts that can be looked into apart from each other, each with a "question", 1 to ${limits.queriesPerQuestion} "queries" and 1 to 3 "points" that must be answered: an "id", and a short "text" in ${englishName}. At most ${limits.points} points in all.
- "queries": 2 to 10 words as people type them, in the language in which most is written about them.
${STRANGERS_READ}
${materialRule(key)}
- Today is ${today}.${input.earlierSources.length > 0 ? `\n${EARLIER_RULE} Plan no "questions" ([]) then.` : ''}${typedAddresses(input).length > 0 ? `\n${TYPED_RULE} Plan "questions" with their "points" all the same.` : ''}
${JSON_ALONE}

${showExamples(RESEARCH_EXAMPLES)}`;
  const ask = describeTask({ ...input, previousAnswer: null }, key, plannerRoom(seed));
  const shape = { name: 'research_plan', schema: planShape };
  return plannerAction({
    id: 'plan',
    rules,
    ask,
    maxTokens: answerRoom(PLAN_TOKENS, windows.planner),
    shape,
  });
}

/** Asks for other queries about open points. The planner sees earlier queries, not their results. */
export function moreAction(state: ResearchState, open: readonly Point[]): ChatAction {
  const { brief, queries, seed, round } = state;
  const rules = `Find other ways to search the web for what a research has not found yet.

- "queries": 1 to ${state.plan.queriesPerRound} that differ from the earlier ones: by other words, another language, or who would publish it.
${STRANGERS_READ}
- Today is ${seed.today}.
${JSON_ALONE}

${showExamples(MORE_EXAMPLES)}`;
  const ask = joinParts([
    `The research: ${brief ?? ''}`,
    `Still open:\n${open.map(({ text }) => `- ${text}`).join('\n')}`,
    `Earlier queries:\n${queries.map((query) => `- ${query}`).join('\n')}`,
  ]);
  const shape = { name: 'more_queries', schema: moreShape };
  const action = plannerAction({ id: `more:${round + 1}`, rules, ask, maxTokens: 400, shape });
  return { ...action, need: 'may', gathers: true };
}

export interface ReadPlan {
  readonly brief: string;
  readonly questions: readonly Question[];
  readonly inquiries: readonly Inquiry[];
}

/** Parses a plan within the limits, and renumbers its points, since their ids are stored. */
export function readPlan(value: unknown, input: ToolInput, limits: ResearchLimits): ReadPlan {
  const { brief, questions: planned } = planShape.parse(value);
  const hidden = privateWords(input);
  const tell = (text: string): string => withoutPrivateWords(shortLine(text), hidden);
  const questions: Question[] = [];
  const inquiries: Inquiry[] = [];
  let points = 0;
  for (const { question: text, queries, points: wanted } of planned.slice(0, limits.questions)) {
    const own: Point[] = wanted
      .map((point) => tell(point.text))
      .filter((each) => each !== '')
      .slice(0, Math.max(0, limits.points - points))
      .map((each, at) => ({ id: `m${points + at + 1}`, text: each }));
    points += own.length;
    const question = { text: tell(text), points: own };
    const made = inquiries.map(({ query }) => query);
    questions.push(question);
    inquiries.push(
      ...cleanQueries(queries, { atMost: limits.queriesPerQuestion, hidden, made }).map((query) => ({
        query,
        question,
      })),
    );
  }
  const isAtHand = input.earlierSources.length > 0 || typedAddresses(input).length > 0;
  if (inquiries.length > 0 || isAtHand) {
    return { brief: tell(brief), questions, inquiries: inTurn(inquiries) };
  }
  // If the planner names no usable query, the task itself is searched.
  const whole = questions[0] ?? { text: shortLine(input.task.title), points: [] };
  const fallback = cleanQueries([input.task.title], { atMost: 1, hidden }).map((query) => ({
    query,
    question: whole,
  }));
  return {
    brief: tell(brief),
    questions: questions.length > 0 ? questions : [whole],
    inquiries: fallback,
  };
}

/** Puts the first query of each question before the second of any, so that each gets one if the budget runs out. */
export function inTurn(inquiries: readonly Inquiry[]): Inquiry[] {
  const placeOf = (inquiry: Inquiry): number =>
    inquiries.filter(({ question }) => question === inquiry.question).indexOf(inquiry);
  return inquiries.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Builds the queries of another round, which serve all open points. */
export function readMore(value: unknown, state: ResearchState): Inquiry[] {
  const question = { text: state.brief ?? state.input.task.title, points: openPoints(state) };
  const { plan, input, queries: made } = state;
  const choice = { atMost: plan.queriesPerRound, hidden: privateWords(input), made };
  return cleanQueries(moreShape.parse(value).queries, choice).map((query) => ({ query, question }));
}

/** A text of a plan: one line, of no more than a sentence or two. */
const shortLine = (text: string): string => oneLine(cleanText(text)).slice(0, 400);
