import { z } from 'zod';
import { type LanguageCode, language } from '#domain/languages.ts';
import type { ActionResult, ChatAction } from '../engine/action.ts';
import { readerAction } from '../engine/chat-actions.ts';
import type { Seed } from '../engine/tool-spec.ts';
import { type Claim, verifyAssertion } from '../evidence/claim.ts';
import { cleanText } from '../language/clean-text.ts';
import { answerRoom, readingRoom } from '../models/context-room.ts';
import { estimateTokens } from '../models/estimate-tokens.ts';
import { pageExamples } from '../prompts/examples/reading.ts';
import { frame } from '../prompts/frame-task.ts';
import { JSON_ALONE, materialRule, showExamples } from '../prompts/show-examples.ts';
import { LEADS_PER_PAGE, type Lead, toLeads } from './leads.ts';
import { rankPassages } from './rank-passages.ts';
import type { Page } from './sources.ts';

/** Task of a reader. */
export interface ReadingTask {
  readonly question: string;
  /** Open points by id: a page may also answer points that it wasn't searched for. */
  readonly points: readonly { readonly id: string; readonly text: string }[];
  /** Words that select its passages. */
  readonly about: string;
  /** Names that may lead further are to be noted too. */
  readonly wantsLeads?: boolean;
}

const PASSAGES_READ = 8;
const CLAIMS_PER_PAGE = 6;
const READ_TOKENS = 1_200;

const claimsShape = z.object({
  claims: z.array(z.object({ text: z.string(), quote: z.string(), answers: z.array(z.string()) })),
});
/**
 * The leads come first: of an answer that is cut off, the complete claims are kept. A model that isn't held to a form may
 * leave them out.
 */
const leadsShape = z.object({
  leads: z.preprocess((leads) => leads ?? [], z.array(z.string())),
  ...claimsShape.shape,
});

/**
 * Shows one foreign page to a model without any tools: it sees nothing of the person's but the question, and
 * its answer only counts as far as the page supports it.
 */
export function readingAction(
  page: Page,
  task: ReadingTask,
  options: { readonly id: string; readonly language: LanguageCode; readonly seed: Seed },
): ChatAction {
  const { key, windows } = options.seed;
  const { wantsLeads = false } = task;
  const maxTokens = answerRoom(READ_TOKENS, windows.reader);
  const points = task.points.map(({ id, text }) => `- ${id}: ${text}`);
  const ask = [
    `Question: ${task.question}`,
    ...(points.length > 0 ? ['Points:', ...points] : []),
    '',
    `The page "${page.title}" of ${page.host}${page.date ? `, published ${page.date}` : ''}:`,
  ];
  const passages = rankPassages(page.passages, task.about, {
    atMost: PASSAGES_READ,
    room: readingRoom(windows.reader, maxTokens) - estimateTokens(ask.join('\n')),
  });
  const texts = passages.map(({ text }) => text);
  return readerAction({
    id: options.id,
    rules: rules({ language: options.language, key, wantsLeads }),
    ask: [...ask, frame('page', key, texts)].join('\n'),
    maxTokens,
    shape: { name: 'claims', schema: wantsLeads ? leadsShape : claimsShape },
  });
}

interface Rules {
  readonly language: LanguageCode;
  readonly key: string;
  readonly wantsLeads: boolean;
}

function rules({ language: code, key, wantsLeads }: Rules): string {
  const { englishName, ownName } = language(code);
  return `Note what one web page says about a question, so that somebody who hasn't seen the page can write an answer from your notes and back each sentence with a quote.

- At most ${CLAIMS_PER_PAGE} "claims", the most useful first; [] if the page says nothing about the question.
- "text": one sentence in ${englishName} (${ownName}) with what the page says, and nothing that you know besides. Each number in it is in the quote.
- "quote": the words that say it, 4 to 40 in one piece, copied letter by letter in the page's own language.
- "answers": the ids of the points that it answers, or [].
${wantsLeads ? LEADS : ''}${materialRule(key, 'page')}
${JSON_ALONE}

${showExamples(pageExamples(wantsLeads))}`;
}

const LEADS = `- "leads": at most ${LEADS_PER_PAGE} names on the page whose own pages would say more about the question: of the study, law, institution, product or expert that it rests on. A few words each, copied letter by letter; no addresses, and not the page itself. [] for none.
`;

/** The leads of a page, as far as they stand on it. */
export const leadsOf = (page: Page, result: ActionResult): Lead[] =>
  result.ok && result.kind === 'chat' ? toLeads(page, leadsShape.parse(result.value).leads) : [];

/** Keeps the claims whose quote is on the page. `firstId`: number of the first claim. */
export function toClaims(page: Page, result: ActionResult, firstId: number): Claim[] {
  if (!result.ok || result.kind !== 'chat') return [];
  const claims: Claim[] = [];
  for (const { text, quote, answers } of claimsShape.parse(result.value).claims.slice(0, CLAIMS_PER_PAGE)) {
    const verified = verifyAssertion({ text: cleanText(text), quote: cleanText(quote) }, page);
    if (!verified || claims.some((claim) => claim.quote === verified.quote)) continue;
    claims.push({ ...verified, id: `c${firstId + claims.length}`, source: page.id, answers });
  }
  return claims;
}
