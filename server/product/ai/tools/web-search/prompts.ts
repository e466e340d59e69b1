import { z } from 'zod';
import { type LanguageCode, language } from '#domain/languages.ts';
import type { ChatAction } from '../../engine/action.ts';
import { plannerAction, writerAction } from '../../engine/chat-actions.ts';
import type { Seed } from '../../engine/tool-spec.ts';
import type { Claim } from '../../evidence/claim.ts';
import { CITING_RULE, COMPUTING_RULE, claimLine } from '../../gathering/claim-line.ts';
import { STRANGERS_READ } from '../../gathering/clean-query.ts';
import { EARLIER_ANSWER, EARLIER_RULE } from '../../gathering/earlier-pages.ts';
import { fittingClaims, writerRooms } from '../../gathering/fitting-claims.ts';
import type { Page } from '../../gathering/sources.ts';
import { TYPED_RULE, typedAddresses } from '../../gathering/typed-addresses.ts';
import { languageInstruction, languageSentence } from '../../language/language-instruction.ts';
import { answerRoom, readingRoom } from '../../models/context-room.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { SEARCH_EXAMPLES } from '../../prompts/examples/planning.ts';
import { LINKS_EXAMPLES } from '../../prompts/examples/writing.ts';
import { describeTask, frame, frameTask, joinParts, personAdds } from '../../prompts/frame-task.ts';
import { JSON_ALONE, materialRule, showExamples } from '../../prompts/show-examples.ts';
import type { ToolInput } from '../../tool.ts';

export const SUMMARY_TOKENS = 2_000;
const PLAN_TOKENS = 600;

export const planShape = z.object({ question: z.string(), queries: z.array(z.string()) });

/** Returns the planner's tokens beside its rules. */
export const plannerRoom = ({ windows }: Seed): number =>
  readingRoom(windows.planner, answerRoom(PLAN_TOKENS, windows.planner));

/**
 * Asks what to search for. The planner sees the task but no page, nor an answer written from pages, so that untrusted
 * text can't steer the search.
 */
export function planAction(input: ToolInput, seed: Seed, queries: number): ChatAction {
  const { today, key, windows } = seed;
  const { englishName } = language(input.language);
  const rules = `Plan the web searches from which somebody else will answer a person's task. You don't answer it.

- "question": in one sentence, what is to be found out.
- "queries": 1 to ${queries} different ones of 2 to 10 words, as people type them. The first in ${englishName}; another in the language of the place or the subject where that finds more.
${STRANGERS_READ}
${materialRule(key)}
- Today is ${today}.${input.earlierSources.length > 0 ? `\n${EARLIER_RULE}` : ''}${typedAddresses(input).length > 0 ? `\n${TYPED_RULE}` : ''}
${JSON_ALONE}

${showExamples(SEARCH_EXAMPLES)}`;
  const ask = describeTask({ ...input, previousAnswer: null }, key, plannerRoom(seed));
  const shape = { name: 'search_plan', schema: planShape };
  return plannerAction({
    id: 'plan',
    rules,
    ask,
    maxTokens: answerRoom(PLAN_TOKENS, windows.planner),
    shape,
  });
}

export interface WritingMatter {
  readonly question: string;
  readonly claims: readonly Claim[];
  readonly pages: readonly Page[];
  readonly language: LanguageCode;
}

export const writingMatter = ({
  question,
  input,
  claims,
  pages,
}: Pick<WritingMatter, 'claims' | 'pages'> & {
  readonly question: string | null;
  readonly input: ToolInput;
}): WritingMatter => ({
  question: question ?? input.task.title,
  claims,
  pages,
  language: input.language,
});

const lineOf =
  ({ pages, language: code }: WritingMatter) =>
  (claim: Claim): string =>
    claimLine(claim, pages, code);

const roomsOf = ({ windows }: Seed, matter: WritingMatter) =>
  writerRooms(matter.claims, { lineOf: lineOf(matter), window: windows.writer, most: SUMMARY_TOKENS });

/** Returns the claims that fit the writer's context. */
export function claimsShown(input: ToolInput, seed: Seed, matter: WritingMatter): readonly Claim[] {
  const rooms = roomsOf(seed, matter);
  const { task, about, wish, answers, change, previous } = frameTask(input, seed.key, rooms.task);
  const around = estimateTokens(
    [task, about?.text, wish, answers, change, previous, matter.question].join('\n'),
  );
  return fittingClaims(matter.claims, { lineOf: lineOf(matter), room: rooms.all - around });
}

/** Asks for the few sentences above the links. The writer sees verified claims and no page. */
export function writeAction(input: ToolInput, seed: Seed, matter: WritingMatter): ChatAction {
  const { today, key, windows } = seed;
  const { task, about, wish, answers, change, previous } = frameTask(input, key, roomsOf(seed, matter).task);
  const rules = `Answer a question in 2 to 5 sentences from claims that were found on the web and checked, the most important first, so that the person knows the answer before they open a link. The links are listed below your text by somebody else.

${CITING_RULE}
${COMPUTING_RULE}
- Plain Markdown without headings, links, pictures, HTML or code.
${materialRule(key)}
- Today is ${today}.

${showExamples(LINKS_EXAMPLES)}

${languageInstruction(input.language)}`;
  const ask = joinParts([
    'The task:',
    task,
    about && about.text,
    personAdds(wish),
    answers,
    previous && `${EARLIER_ANSWER}\n${frame('answer', key, [previous])}`,
    personAdds(change),
    `The question: ${matter.question}`,
    'The claims:',
    frame('claims', key, claimsShown(input, seed, matter).map(lineOf(matter))),
    languageSentence(input.language),
  ]);
  const maxTokens = answerRoom(SUMMARY_TOKENS, windows.writer);
  return writerAction({ rules, ask, maxTokens, temperature: 0.7 });
}
