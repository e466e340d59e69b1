import { describe, expect, it } from 'vitest';
import { WORDS } from '#domain/contract/contract-of.ts';
import { promptAnalysis } from '#tests/worlds/all-prompts.ts';
import { createFileWork } from '../../../files/file-work.ts';
import { countWords } from '../../contract/words-of.ts';
import { checkText } from '../../evidence/check-text.ts';
import { namedFigures } from '../../evidence/compute-figure.ts';
import { plainMarkdown } from '../../evidence/plain-markdown.ts';
import { checkLanguage } from '../../language/check-language.ts';
import { toCorrections } from '../../second-reader/correct-action.ts';
import { bindValues } from '../../tools/data-analysis/bind-values.ts';
import { countingQueries, judgeJoins } from '../../tools/data-analysis/joins/judge-joins.ts';
import { toPlan } from '../../tools/data-analysis/plan-queries.ts';
import { unitsOf } from '../../tools/data-analysis/result-units.ts';
import type { AnalysisState } from '../../tools/data-analysis/state.ts';
import { judgeQuery } from '../../tools/data-analysis/typed-figures/judge-query.ts';
import { countSections } from '../count-sections.ts';
import { ANALYSIS_EXAMPLES, QUERIES_EXAMPLES } from './analysis.ts';
import { CELL_EXAMPLES } from './checking.ts';
import { BRIEF_EXAMPLES, EDIT_EXAMPLES } from './pictures.ts';
import { claimsIn, done, languageIn, matchesIn, wordsOf } from './read-given.ts';
import {
  ANSWER_EXAMPLES,
  LINKS_EXAMPLES,
  REASONING_EXAMPLES,
  REPORT_EXAMPLES,
  SUMMARY_EXAMPLES,
} from './writing.ts';

describe('examples of texts that rest on claims', () => {
  const all = [...LINKS_EXAMPLES, ...REPORT_EXAMPLES, ...SUMMARY_EXAMPLES];

  it.each(all)('cite every claim, and nothing of them is marked or left out: $given', ({ given, answer }) => {
    const [claims, language] = [claimsIn(given), languageIn(given)];
    const checked = checkText(answer, { claims, language, given: [], today: '2026-11-20' });
    expect(claims.length).toBeGreaterThan(0);
    expect(checked.unverified).toEqual([]);
    expect(checked.leftOut).toBe(0);
    expect(checked.cited).toHaveLength(claims.length);
    expect(plainMarkdown(answer)).toBe(answer);
    expect(checkLanguage(answer, language).isInLanguage).toBe(true);
  });

  it.each(all)('name figures as code does: $given', ({ given }) => {
    const named = matchesIn(given, /; (c\d+) = (\d+)\)/g).map(([, name, value]) => ({
      name,
      value: Number(value),
    }));
    const figures = claimsIn(given).flatMap((claim) => namedFigures(claim, 'en'));
    if (named.length > 0) expect(named).toEqual(figures);
  });

  it.each(REPORT_EXAMPLES)('begin with a heading: $given', ({ answer }) => {
    expect(answer).toMatch(/^## \S.*\[c\d/);
  });
});

describe('examples of answers', () => {
  it.each(ANSWER_EXAMPLES)('end with what is left to do: $given', ({ given, answer }) => {
    expect(answer).toMatch(/\n- \[ \] \p{Lu}\S+ [^\n]+$/u);
    expect(plainMarkdown(answer)).toBe(answer);
    expect(checkLanguage(answer, languageIn(given)).isInLanguage).toBe(true);
  });

  it.each(REASONING_EXAMPLES)('have the promised sections and length: $given', ({ given, answer }) => {
    const language = languageIn(given);
    expect(countSections(answer)).toBe(4);
    expect(answer).toMatch(/^[^#]/);
    expect(countWords(answer, language)).toBeGreaterThanOrEqual(WORDS.argument.least);
    expect(checkLanguage(answer, language).isInLanguage).toBe(true);
  });
});

describe('examples of an analysis', () => {
  const fileWork = createFileWork({ limit: 60_000, queryLimit: 60_000 });
  const FILES = [
    ['market.csv', 'stall;sold\nPlums;60 kg\nEggs;31 kg\nPlums;24 kg'],
    ['boats.csv', 'id;name\nA;Ann\nB;Eve\nC;Ida\nD;Zoe'],
    ['paints.csv', 'boat;colour\nA;red\nB;blue\nC;white\nD;blue'],
  ] as const;
  const sources = FILES.map(([name, text]) => ({ kind: 'csv', name, bytes: Buffer.from(text) }) as const);

  it.each(QUERIES_EXAMPLES)('are queries that run, and are accepted: $given', async ({ given, answer }) => {
    const language = given.includes('in German') ? 'de' : 'en';
    const tables = await fileWork.profileTables(sources);
    const { queries } = toPlan(done(answer), promptAnalysis());
    expect(queries).toEqual(JSON.parse(answer).queries);
    const counting = countingQueries(queries, tables);
    const outcomes = await fileWork.queryTables(sources, [...counting, ...queries.map(({ sql }) => sql)]);
    const [query] = queries;
    const outcome = outcomes.at(-1);
    if (query === undefined || outcome?.ok !== true) throw new Error('the query has no result');
    expect(outcome.columns).toEqual(query.columns.map(({ name }) => name));
    expect(unitsOf(query, outcome.columns, tables, language)).toEqual(
      query.columns.map(({ unit }) => unit ?? ''),
    );
    expect(judgeQuery(query.sql, tables, { texts: [], language, today: '2026-11-20' })).toBeNull();
    const counted = new Map(counting.map((sql, at) => [sql, outcomes[at] ?? outcome]));
    expect(judgeJoins(query, tables, counted).refused).toBeNull();
    const drawn = query.chart ? [query.chart.label, ...query.chart.values] : [];
    expect(outcome.columns).toEqual(expect.arrayContaining(drawn));
    expect(checkLanguage(query.purpose, language).isInLanguage).toBe(true);
  });

  /** The results that an example is given: `Result q1, total in kg: r1: stall="Plums", total=84`. */
  function stateOf(given: string): AnalysisState {
    const rows = matchesIn(given, /r\d+: ((?:\w+=(?:"[^"]*"|[\d.]+)(?:, )?)+)/g).map(([, row = '']) =>
      matchesIn(row, /(\w+)=("[^"]*"|[\d.]+)/g).map(([, name = '', value = '']) => ({ name, value })),
    );
    const columns = rows[0]?.map(({ name }) => name) ?? [];
    const [, counted = '', unit = ''] = /(\w+) in (\w+)[;:]/.exec(given) ?? [];
    const cells = rows.map((row) =>
      row.map(({ value }): string | number => (value.startsWith('"') ? value.slice(1, -1) : Number(value))),
    );
    const outcome = {
      ok: true,
      columns,
      rows: cells,
      count: rows.length,
      read: 9,
      tables: [] as string[],
    } as const;
    const query = {
      purpose: '',
      sql: 'select 1',
      columns: [],
      joins: [],
      pivot: null,
      joined: [],
      chart: null,
      n: 1,
      outcome,
    };
    const state = promptAnalysis();
    return {
      ...state,
      input: { ...state.input, language: languageIn(given) },
      tables: [],
      asked: [{ ...query, units: columns.map((column) => (column === counted ? unit : '')) }],
    };
  }

  it.each(ANALYSIS_EXAMPLES)('name cells that there are, and type no number: $given', ({ given, answer }) => {
    const { problems, loose, dropped, bound, markdown } = bindValues(answer, stateOf(given));
    expect({ problems, loose, dropped }).toEqual({ problems: [], loose: [], dropped: 0 });
    expect(bound).toBeGreaterThan(0);
    expect(markdown).toMatch(/^# /);
    expect(checkLanguage(markdown, languageIn(given)).isInLanguage).toBe(true);
  });

  it.each(CELL_EXAMPLES)('correct a cell by another: $given', ({ given, answer }) => {
    const [text = ''] = toCorrections(done(answer)).values();
    const { problems, dropped, bound } = bindValues(text, stateOf(given));
    expect({ problems, dropped }).toEqual({ problems: [], dropped: 0 });
    expect(bound).toBe(text === '' ? 0 : 1);
  });
});

describe('examples of briefs', () => {
  const cases = [
    ...BRIEF_EXAMPLES.map((example) => ({ ...example, least: 40, most: 120 })),
    ...EDIT_EXAMPLES.map((example) => ({ ...example, least: 20, most: 80 })),
  ];

  it.each(cases)('are one paragraph of the asked length: $given', ({ answer, least, most }) => {
    expect(answer).not.toContain('\n');
    expect(wordsOf(answer)).toBeGreaterThanOrEqual(least);
    expect(wordsOf(answer)).toBeLessThanOrEqual(most);
  });

  it.each(cases)('say the words that appear, and nothing private: $given', ({ given, answer }) => {
    const quoted = (text: string): string[] => matchesIn(text, /"([^"]+)"/g).map(([, words = '']) => words);
    // What is added last counts.
    expect(quoted(answer)).toEqual(quoted(given).slice(-1));
    expect(answer).not.toMatch(/Ivo|Lark|\d/);
  });
});
