import { askAction } from '#server/product/ai/ask/ask-action.ts';
import type { ChatAction } from '#server/product/ai/engine/action.ts';
import type { Seed } from '#server/product/ai/engine/tool-spec.ts';
import { readingAction } from '#server/product/ai/gathering/read-claims.ts';
import type { Page } from '#server/product/ai/gathering/sources.ts';
import { WIDE } from '#server/product/ai/models/context-windows.ts';
import { ANALYSIS_EXAMPLES, QUERIES_EXAMPLES } from '#server/product/ai/prompts/examples/analysis.ts';
import {
  CELL_EXAMPLES,
  CHECK_EXAMPLES,
  CORRECT_EXAMPLES,
  POINTS_EXAMPLES,
} from '#server/product/ai/prompts/examples/checking.ts';
import { BRIEF_EXAMPLES, EDIT_EXAMPLES } from '#server/product/ai/prompts/examples/pictures.ts';
import {
  ASK_EXAMPLES,
  FOLLOW_EXAMPLES,
  MORE_EXAMPLES,
  RESEARCH_EXAMPLES,
  SEARCH_EXAMPLES,
} from '#server/product/ai/prompts/examples/planning.ts';
import {
  DOCUMENT_EXAMPLES,
  PICTURE_EXAMPLES,
  pageExamples,
} from '#server/product/ai/prompts/examples/reading.ts';
import {
  ANSWER_EXAMPLES,
  LINKS_EXAMPLES,
  REASONING_EXAMPLES,
  REPORT_EXAMPLES,
  REWORD_EXAMPLES,
  SUMMARY_EXAMPLES,
} from '#server/product/ai/prompts/examples/writing.ts';
import type { TwoExamples } from '#server/product/ai/prompts/show-examples.ts';
import { checkAction } from '#server/product/ai/second-reader/check-action.ts';
import { correctAction } from '#server/product/ai/second-reader/correct-action.ts';
import { pointsAction } from '#server/product/ai/second-reader/points-action.ts';
import { lookAction } from '#server/product/ai/tools/data-analysis/copy-picture.ts';
import { planAction as planQueries } from '#server/product/ai/tools/data-analysis/plan-queries.ts';
import { dataAnalysisSpec } from '#server/product/ai/tools/data-analysis/spec.ts';
import type { AnalysisState } from '#server/product/ai/tools/data-analysis/state.ts';
import { writeAction as writeAnalysis } from '#server/product/ai/tools/data-analysis/write-report.ts';
import { type PdfDocument, toDocument } from '#server/product/ai/tools/doc-summary/pdf-pages.ts';
import {
  readChunkAction,
  writeAction as writeSummary,
} from '#server/product/ai/tools/doc-summary/prompts.ts';
import { briefAction } from '#server/product/ai/tools/image/brief-prompt.ts';
import { RULES as REASONING } from '#server/product/ai/tools/reasoning/tool.ts';
import { followAction } from '#server/product/ai/tools/research/follow-leads.ts';
import { moreAction, planAction as planResearch } from '#server/product/ai/tools/research/plan-research.ts';
import { researchSpec } from '#server/product/ai/tools/research/spec.ts';
import type { ResearchState } from '#server/product/ai/tools/research/state.ts';
import { reportAction } from '#server/product/ai/tools/research/write-report.ts';
import { writeAnswerPrompt } from '#server/product/ai/tools/text/answer-prompt.ts';
import {
  planAction as planSearch,
  writeAction as writeLinks,
} from '#server/product/ai/tools/web-search/prompts.ts';
import { rewordAction } from '#server/product/ai/tools/web-search/reword-claims.ts';
import { toolInput } from './tool-attempt.ts';

/** A prompt as a model is sent it. */
export interface SentPrompt {
  readonly system: string;
  readonly examples: TwoExamples;
  /** Form of its answer; null for a text. */
  readonly shape: ChatAction['shape'];
}

export const PROMPT_SEED: Seed = { today: '2026-11-20', key: 'kEy4fRameS12', windows: WIDE, checks: true };

export const PROMPT_INPUT = toolInput();

const PAGE: Page = {
  id: 's1',
  url: 'https://page.example/',
  host: 'page.example',
  title: 'A page',
  date: null,
  readAt: '2026-11-20',
  passages: [],
};

export const promptDocument = (page: string): PdfDocument =>
  toDocument(
    'a.pdf',
    { unit: 'page', pages: [page], cut: [], garbled: [], scanned: [], outline: [], attachments: [] },
    { chunkTokens: 1_000 },
  );

export const promptAnalysis = (): AnalysisState =>
  dataAnalysisSpec({ sources: [], pictures: [] }).init(PROMPT_INPUT, null, PROMPT_SEED);

export const promptResearch = (): ResearchState => ({
  ...researchSpec.init(PROMPT_INPUT, researchSpec.plan(PROMPT_INPUT), PROMPT_SEED),
  brief: 'What is to be found out.',
});

/** All prompts of the product, by name, each in its longest form. */
export function allPrompts(): Readonly<Record<string, SentPrompt>> {
  const [input, seed] = [PROMPT_INPUT, PROMPT_SEED];
  const { key } = seed;
  const research = promptResearch();
  const plan = researchSpec.plan(input);
  const followed = toolInput({
    earlierSources: [
      { url: PAGE.url, host: PAGE.host, title: '', date: null, read_at: '', quotes: [], n: 1 },
    ],
    wish: 'See https://page.example/',
  });
  const document = promptDocument('A page.');
  const reading = { id: 'claims:s1', language: 'en', seed } as const;
  const asked = { question: 'What?', points: [], about: '' };
  const about = { country: 'AT', currency: 'EUR', units: 'metric', tone: 'plain', facts: 'Bees.' } as const;
  const of = (
    { messages, shape }: Pick<ChatAction, 'messages' | 'shape'>,
    examples: TwoExamples,
  ): SentPrompt => ({ system: messages[0]?.content ?? '', examples, shape });
  const text = (rules: string, examples: TwoExamples): SentPrompt => {
    const { messages } = writeAnswerPrompt(input, { today: new Date(seed.today), key, rules, examples });
    return of({ messages, shape: null }, examples);
  };
  return {
    answer: text('', ANSWER_EXAMPLES),
    reasoning: text(REASONING, REASONING_EXAMPLES),
    ask: of(
      askAction({ ...input, about }, { type: 'answer', key, window: Number.POSITIVE_INFINITY }),
      ASK_EXAMPLES,
    ),
    'web search: plan': of(planSearch(followed, seed, 3), SEARCH_EXAMPLES),
    'web search: write': of(
      writeLinks(input, seed, { question: 'What?', claims: [], pages: [], language: 'en' }),
      LINKS_EXAMPLES,
    ),
    'web search: reword': of(rewordAction(input, seed, []), REWORD_EXAMPLES),
    'research: plan': of(planResearch(followed, seed, plan), RESEARCH_EXAMPLES),
    'research: more': of(moreAction(research, []), MORE_EXAMPLES),
    'research: follow': of(followAction(research), FOLLOW_EXAMPLES),
    'research: write': of(reportAction(research), REPORT_EXAMPLES),
    'web page: read': of(readingAction(PAGE, asked, reading), pageExamples(false)),
    'web page: read, with leads': of(
      readingAction(PAGE, { ...asked, wantsLeads: true }, reading),
      pageExamples(true),
    ),
    'document: read': of(
      readChunkAction(input, seed, { chunk: { id: '1', pages: [] }, document }),
      DOCUMENT_EXAMPLES,
    ),
    'document: write': of(writeSummary(input, seed, { document, claims: [] }), SUMMARY_EXAMPLES),
    'analysis: plan': of(planQueries(promptAnalysis()), QUERIES_EXAMPLES),
    'analysis: write': of(writeAnalysis(promptAnalysis()), ANALYSIS_EXAMPLES),
    'analysis: picture': of(lookAction({ sources: [], pictures: [] }, 0, true), PICTURE_EXAMPLES),
    'picture: make': of(
      briefAction(input, { edits: false, key, window: Number.POSITIVE_INFINITY }),
      BRIEF_EXAMPLES,
    ),
    'picture: edit': of(
      briefAction(input, { edits: true, key, window: Number.POSITIVE_INFINITY }),
      EDIT_EXAMPLES,
    ),
    'second reader: check': of(checkAction('check:1', [], seed), CHECK_EXAMPLES),
    'second reader: correct': of(correctAction([], { seed, language: 'en' }), CORRECT_EXAMPLES),
    'second reader: correct cells': of(
      correctAction([], { seed, language: 'en', names: 'cells' }),
      CELL_EXAMPLES,
    ),
    'second reader: points': of(pointsAction([], '', seed), POINTS_EXAMPLES),
  };
}
