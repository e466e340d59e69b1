import type { Draft } from '../../gathering/draft.ts';
import type { ReadMatter } from '../../second-reader/second-reading.ts';
import { type Cited, isDoubted, type Statement } from '../../second-reader/verdict.ts';
import { type BoundSentence, bindValues, withoutIds } from './bind-values.ts';
import { describeRow } from './describe-tables.ts';
import { type AnalysisState, type AnsweredQuery, isAnswered } from './state.ts';

/** Rows of a result that a second reader is shown, and their length as text. */
const ROWS_SHOWN = 30;
const MOST_CHARACTERS = 1_500;

/**
 * What a second reader reads of a report: each sentence with its values filled in, beside the results whose cells it
 * names, or beside all of them if it names none.
 */
export function matterOf(state: AnalysisState, { text }: Pick<Draft, 'text'>): ReadMatter {
  const { input, reading, seed } = state;
  const results = new Map(state.asked.filter(isAnswered).map((query) => [query.n, toCited(query)]));
  const { sentences, markdown } = bindValues(text, state);
  const toStatement = ({
    id,
    shown,
    queries,
  }: Pick<BoundSentence, 'id' | 'shown' | 'queries'>): Statement => {
    const named = queries.flatMap((n) => results.get(n) ?? []);
    return { id, text: shown, claims: named.length > 0 ? named : [...results.values()] };
  };
  const wrong = sentences.filter(
    ({ id, isTraced }) => reading.verdicts.has(id) && (!isTraced || isDoubted(reading.verdicts.get(id))),
  );
  return {
    statements: () => sentences.map(toStatement),
    doubts: () =>
      wrong.map((sentence) => {
        const verdict = reading.verdicts.get(sentence.id)?.is;
        const why = verdict === 'contradicted' || verdict === 'not_said' ? verdict : 'figure';
        return { statement: { ...toStatement(sentence), text: sentence.named }, why };
      }),
    corrected: () =>
      wrong.flatMap((sentence) => {
        const correction = reading.corrections?.get(sentence.id) ?? '';
        const [again] = bindValues(withoutIds(correction), { ...state, reading: NOTHING_SAID }).sentences;
        return correction === '' || again === undefined ? [] : [toStatement({ ...again, id: sentence.id })];
      }),
    names: 'cells',
    points: input.contract?.points ?? [],
    text: markdown,
    language: input.language,
    reading,
    seed,
  };
}

const NOTHING_SAID: AnalysisState['reading'] = {
  verdicts: new Map(),
  corrections: null,
  again: new Map(),
  checked: 0,
  rechecked: 0,
  covered: null,
};

function toCited({ n, purpose, outcome, units }: AnsweredQuery): Cited {
  const rows = outcome.rows.slice(0, ROWS_SHOWN).map((row, at) => describeRow(at, outcome.columns, row));
  const inUnits = outcome.columns.flatMap((column, at) => (units[at] ? [`${column} in ${units[at]}`] : []));
  const head = [`${outcome.count} rows`, ...inUnits].join(', ');
  return {
    id: `q${n}`,
    quote: [head, ...rows].join('; ').slice(0, MOST_CHARACTERS),
    around: '',
    page: { title: purpose, date: null },
  };
}
