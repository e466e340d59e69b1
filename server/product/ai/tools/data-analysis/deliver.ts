import type { Analysis } from '#domain/analysis/analysis.ts';
import type { RunNotice } from '#domain/run/run-notices.ts';
import type { Deliverable } from '../../engine/tool-spec.ts';
import { findForeignNumber } from '../../evidence/numbers-in.ts';
import type { Draft } from '../../gathering/draft.ts';
import { checkLanguage } from '../../language/check-language.ts';
import { ownWords } from '../../prompts/own-words.ts';
import { type BoundText, bindValues } from './bind-values.ts';
import { placeFigures } from './build-figures.ts';
import { filesUsed } from './files-used.ts';
import { shownTables, withUnshown } from './shown-tables.ts';
import { type AnalysisState, type AnsweredQuery, type AskedQuery, isAnswered } from './state.ts';

/** Maximum cells stored with an answer, over all results: the app's lists read them too. */
const CELLS_KEPT = 6_000;

/** Builds the report with its values filled in, and with everything that it was computed from. */
export function deliver(state: AnalysisState, draft: Draft): { deliverable: Deliverable; bound: BoundText } {
  const bound = bindValues(draft.text, state);
  const asked = state.asked.map((query) => withoutFigures(query, state));
  const { markdown, figures, named } = placeFigures(bound.markdown, asked);
  const known = state.tables ?? [];
  const analysis: Analysis = {
    tables: withUnshown(known, shownTables(known, state.seed)).map(
      ({ name, file, origin, page, sheet, rows, columns, issues }) => ({
        name,
        file,
        origin,
        page,
        sheet,
        rows,
        columns: columns.length,
        issues,
      }),
    ),
    copies: toCopies(state),
    queries: toRan(asked),
    figures: [...figures],
    bound: bound.bound,
  };
  const tables = analysis.tables.length;
  return {
    bound,
    deliverable: {
      content: markdown,
      filesUsed: filesUsed(state),
      restsOn: bound.cells + named,
      covered: state.reading.covered,
      modelUsed: draft.model,
      notices: noticesOf(state, draft, bound, markdown),
      evidence: {
        sources: [],
        pages_read: tables,
        unread: [],
        unverified: [...bound.loose],
        open: [],
        analysis,
      },
    },
  };
}

/**
 * Words a query's purpose. The planner has seen no result yet, so a number that is in neither the query nor the task is
 * replaced by the names of the columns.
 */
function withoutFigures(query: AskedQuery, { tables, input }: AnalysisState): AskedQuery {
  if (!isAnswered(query)) return query;
  const labels = (tables ?? []).flatMap(({ file, columns }) => [file, ...columns.map(({ label }) => label)]);
  const texts = [...ownWords(input), ...labels, query.sql];
  const known = { texts };
  const check = (words: string): string =>
    findForeignNumber(words, known) === null ? words : titlesOf(query.outcome).join(', ');
  const { chart, purpose } = query;
  return { ...query, purpose: check(purpose), chart: chart && { ...chart, title: check(chart.title) } };
}

/** Names of SQL have no spaces; people read `total_revenue` in heads of tables and legends of charts. */
const columnTitle = (name: string): string => name.replaceAll('_', ' ').trim() || name;

const titlesOf = ({ columns, own = columns.length }: AnsweredQuery['outcome']): string[] =>
  columns.map((name, at) => (at < own ? columnTitle(name) : name));

const COPY_ROWS = 50;
const COPY_COLUMNS = 60;
const COPY_LENGTH = 200;

/** Returns what a model copied from pictures, so that the person can compare them. */
function toCopies({ files, looks }: AnalysisState): Analysis['copies'] {
  const copied = files.pictures.flatMap(({ name }, at) =>
    (looks[at] ?? []).filter((rows) => rows.length > 0).map((rows) => ({ file: name, rows })),
  );
  const share = Math.floor(CELLS_KEPT / Math.max(1, copied.length));
  return copied.map(({ file, rows }) => {
    const width = Math.min(COPY_COLUMNS, Math.max(1, ...rows.map((row) => row.length)));
    const shown = rows.slice(0, Math.min(COPY_ROWS, Math.max(2, Math.floor(share / width))));
    const cells = shown.map((row) =>
      Array.from({ length: width }, (_cell, at) => (row[at] ?? '').slice(0, COPY_LENGTH).toWellFormed()),
    );
    return { file, rows: rows.length, cells };
  });
}

function toRan(asked: readonly AskedQuery[]): Analysis['queries'] {
  const answered = asked.filter(isAnswered);
  const share = Math.floor(CELLS_KEPT / Math.max(1, answered.length));
  return answered.map(({ n, purpose, sql, units, joined, pivot, outcome }) => ({
    n,
    purpose,
    sql,
    columns: titlesOf(outcome),
    units: [...units],
    joins: [...joined],
    pivot,
    rows: outcome.rows.slice(0, Math.max(30, Math.floor(share / Math.max(1, outcome.columns.length)))),
    count: outcome.count,
    read: outcome.read,
  }));
}

function noticesOf(
  { files, looks, cut, input }: AnalysisState,
  draft: Draft,
  bound: BoundText,
  markdown: string,
): RunNotice[] {
  const notices: RunNotice[] = [];
  const named = (wanted: (look: unknown) => boolean): string =>
    files.pictures
      .filter((_picture, at) => wanted(looks[at]))
      .map(({ name }) => name)
      .join(', ');
  const [read, unread] = [
    named((look) => Array.isArray(look) && look.length > 0),
    named((look) => look === null),
  ];
  if (read !== '') notices.push({ key: 'read_by_model', params: { names: read } });
  if (unread !== '') notices.push({ key: 'pictures_not_read', params: { names: unread } });
  if (cut.length > 0) notices.push({ key: 'pictures_cut', params: { names: cut.join(', ') } });
  if (bound.dropped > 0) notices.push({ key: 'sentences_left_out', params: { count: bound.dropped } });
  if (draft.isCut) notices.push({ key: 'cut_short', params: {} });
  if (!checkLanguage(markdown, input.language).isInLanguage)
    notices.push({ key: 'other_language', params: { language: input.language } });
  return notices;
}
