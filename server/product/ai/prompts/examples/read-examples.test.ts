import { describe, expect, it } from 'vitest';
import { PROMPT_INPUT, promptDocument, promptResearch } from '#tests/worlds/all-prompts.ts';
import { questionsShape, readQuestions } from '../../ask/read-questions.ts';
import { parseJsonAnswer } from '../../engine/parse-json-answer.ts';
import { figuresIn } from '../../evidence/figures.ts';
import { splitPassages } from '../../evidence/split-passages.ts';
import { cleanQueries } from '../../gathering/clean-query.ts';
import { leadsOf, toClaims } from '../../gathering/read-claims.ts';
import { checkLanguage } from '../../language/check-language.ts';
import { toVerdicts } from '../../second-reader/check-action.ts';
import { computes } from '../../second-reader/computes.ts';
import { toCorrections } from '../../second-reader/correct-action.ts';
import { toCovered } from '../../second-reader/points-action.ts';
import { toLook } from '../../tools/data-analysis/copy-picture.ts';
import { toPageClaims } from '../../tools/doc-summary/prompts.ts';
import { readFollow } from '../../tools/research/follow-leads.ts';
import { readMore, readPlan } from '../../tools/research/plan-research.ts';
import { planShape } from '../../tools/web-search/prompts.ts';
import { rewordClaims } from '../../tools/web-search/reword-claims.ts';
import { CHECK_EXAMPLES, CORRECT_EXAMPLES, POINTS_EXAMPLES } from './checking.ts';
import {
  ASK_EXAMPLES,
  FOLLOW_EXAMPLES,
  MORE_EXAMPLES,
  RESEARCH_EXAMPLES,
  SEARCH_EXAMPLES,
} from './planning.ts';
import { claimOf, done, matchesIn, wordsOf } from './read-given.ts';
import { DOCUMENT_EXAMPLES, PICTURE_EXAMPLES, pageExamples } from './reading.ts';
import { REWORD_EXAMPLES } from './writing.ts';

/** Each example's answer goes the way of a real one: what our own code would drop or change, no example may teach. */

const PAGE = { id: 's1', url: 'https://a.example/', host: 'a.example', title: '', date: null, readAt: '' };
/** What the examples' people keep to themselves. */
const PRIVATE = /Oldacre|Tamsin|Fern|Tarn,|Elwen|Gué|Ivo|Lark|Reed/;

describe('examples of readers', () => {
  it.each([...pageExamples(true), ...pageExamples(false)])(
    'stand on their page: $given',
    ({ given, answer }) => {
      const [, text = ''] = /The page: "(.*)"$/.exec(given) ?? [];
      const page = { ...PAGE, passages: splitPassages([text]) };
      const said = JSON.parse(answer);
      expect(toClaims(page, done(answer), 1)).toMatchObject(said.claims);
      expect(leadsOf(page, done(answer)).map(({ name }) => name)).toEqual(said.leads ?? []);
    },
  );

  it.each(DOCUMENT_EXAMPLES)('stand on their page of a document: $given', ({ given, answer }) => {
    const [, text = ''] = /Page \d+: "(.*)"$/.exec(given) ?? [];
    const document = promptDocument(text);
    const chunk = { id: '1', pages: document.pages.flatMap(({ pieces }) => pieces) };
    expect(toPageClaims(chunk, done(answer), [])).toMatchObject(JSON.parse(answer).claims);
  });

  it.each(PICTURE_EXAMPLES)('are rows of the same length: $given', ({ answer }) => {
    for (const rows of toLook(done(answer)) ?? [['broken']])
      expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  });

  it.each(REWORD_EXAMPLES)(
    'are in the other language, with the numbers of the quote: $given',
    ({ given, answer }) => {
      const [[, id = '', quote = ''] = []] = matchesIn(given, /\[(c\d+)\] (.*)$/g);
      const claim = claimOf(id, quote, 's1');
      const pages = [{ ...PAGE, passages: splitPassages([quote]) }];
      const code = given.startsWith('Into French') ? 'fr' : 'en';
      const [again] = rewordClaims([claim], done(answer), { pages, code });
      expect(again?.text).toBe(JSON.parse(answer).claims[0].text);
      expect(checkLanguage(again?.text ?? '', code).isInLanguage).toBe(true);
    },
  );
});

describe('examples of planners', () => {
  const isTypable = (query: string): boolean => wordsOf(query) >= 2 && wordsOf(query) <= 10;

  it.each(SEARCH_EXAMPLES)('are queries that are sent as they are: $given', ({ answer }) => {
    const { queries, question } = planShape.parse(parseJsonAnswer(answer));
    expect(cleanQueries(queries, { atMost: 3, hidden: new Set() })).toEqual(queries);
    expect(queries.every(isTypable)).toBe(true);
    expect(queries.join(' ')).not.toMatch(PRIVATE);
    expect(question).not.toMatch(PRIVATE);
  });

  it.each(RESEARCH_EXAMPLES)('are a plan within the limits: $given', ({ answer }) => {
    const { plan } = promptResearch();
    const value = parseJsonAnswer(answer);
    const { questions, inquiries } = readPlan(value, PROMPT_INPUT, plan);
    const said = JSON.parse(answer);
    expect(questions).toEqual(
      said.questions.map(({ question: text, points }: Record<string, unknown>) => ({ text, points })),
    );
    expect(inquiries).toHaveLength(
      said.questions.flatMap(({ queries }: { queries: string[] }) => queries).length,
    );
    expect(inquiries.map(({ query }) => query).every(isTypable)).toBe(true);
    expect(answer).not.toMatch(PRIVATE);
  });

  it.each(MORE_EXAMPLES)('are other queries than before: $given', ({ given, answer }) => {
    const [, earlier = ''] = /Earlier: (.*)$/.exec(given) ?? [];
    const found = readMore(parseJsonAnswer(answer), { ...promptResearch(), queries: [earlier] });
    expect(found.map(({ query }) => query)).toEqual(JSON.parse(answer).queries);
    expect(answer).not.toMatch(PRIVATE);
  });

  it.each(FOLLOW_EXAMPLES)('are names with words that were planned: $given', ({ given, answer }) => {
    const [, brief = '', earlier = ''] = /Research: (.*)\. Earlier: (.*)\. Names:/.exec(given) ?? [];
    const names = matchesIn(given, /\[l\d+\] ([^[]+?)(?= \[|$)/g).map(([, name = '']) => name);
    const leads = names.map((name) => ({ name, host: 'a.example' }));
    const found = readFollow(parseJsonAnswer(answer), {
      ...promptResearch(),
      brief,
      queries: [earlier],
      leads,
    });
    expect(found.map(({ query }) => query)).toEqual(
      JSON.parse(answer).follow.map(
        ({ id, words }: Record<'id' | 'words', string>) => `${names[Number(id.slice(1)) - 1]} ${words}`,
      ),
    );
  });

  it.each(ASK_EXAMPLES)('are questions that can be shown: $given', ({ answer }) => {
    const asked = questionsShape.parse(parseJsonAnswer(answer));
    expect(readQuestions(asked)).toMatchObject(
      asked.questions.map(({ text, choices, default: usual }) => ({ text, choices, default: usual })),
    );
  });
});

describe('examples of second readers', () => {
  const quotesIn = (given: string) =>
    matchesIn(given, /\[(c\d+)\] “(.*?)”/g).map(([, id = '', quote = '']) => claimOf(id, quote, 's1'));

  it.each(CHECK_EXAMPLES)('have one verdict on each statement: $given', ({ given, answer }) => {
    const quotes = quotesIn(given);
    const batch = matchesIn(given, /\[(s\d+)\] (.*?) \((c[^)]*)\)/g).map(
      ([, id = '', text = '', cites = '']) => ({
        id,
        text,
        claims: quotes.filter((quote) => cites.split(' ').includes(quote.id)),
      }),
    );
    const verdicts = toVerdicts(batch, done(answer));
    expect([...(verdicts ?? []).keys()]).toEqual(batch.map(({ id }) => id));
    for (const { id, text, claims } of batch) {
      const verdict = verdicts?.get(id);
      const said = claims.map(({ quote }) => quote);
      if (verdict?.is === 'computed') expect(computes(verdict.expression, figuresIn(text), said)).toBe(true);
    }
  });

  it.each(CORRECT_EXAMPLES)('correct the sentence that is doubted: $given', ({ given, answer }) => {
    const [[, id = '', , cites = ''] = []] = matchesIn(given, /\[(s\d+)\] (.*?) \[(c\d+)\] \(/g);
    const text = toCorrections(done(answer)).get(id);
    if (text === '') return;
    expect(text).toMatch(new RegExp(`^(?!.*\\[s).* \\[${cites}\\]\\.$`));
    const figures = figuresIn(text ?? '').map(({ written }) => written);
    expect(figures.length).toBeGreaterThan(0);
    for (const figure of figures) expect(quotesIn(given)[0]?.quote).toContain(figure);
  });

  it.each(POINTS_EXAMPLES)('have one verdict on each point: $given', ({ given, answer }) => {
    const points = matchesIn(given, /\[p\d+\] ([^[]+?)\.?(?= \[| Text:)/g).map(([, point = '']) => point);
    expect([...toCovered(points, done(answer)).keys()]).toEqual(points);
  });
});
