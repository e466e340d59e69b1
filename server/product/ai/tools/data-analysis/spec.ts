import type { RunStep } from '#domain/run/run-steps.ts';
import type { QueryOutcome } from '../../../files/table-facts.ts';
import type { Written } from '../../contract/broken-promises.ts';
import { createMending, MEND } from '../../contract/mend.ts';
import type { Action, ActionResult } from '../../engine/action.ts';
import { isOutOfMeans, limitMet } from '../../engine/action.ts';
import type { Next, ToolSpec } from '../../engine/tool-spec.ts';
import type { Draft } from '../../gathering/draft.ts';
import { sentSteps } from '../../gathering/sent-steps.ts';
import { ownWords } from '../../prompts/own-words.ts';
import {
  applyReading,
  isOfReading,
  NOT_BEGUN,
  nextReading,
  readingSteps,
  unreadSteps,
} from '../../second-reader/second-reading.ts';
import { bindValues } from './bind-values.ts';
import { lookAction, toLook } from './copy-picture.ts';
import { deliver } from './deliver.ts';
import { countingQueries, judgeJoins } from './joins/judge-joins.ts';
import { pivotedChart, queriedColumns } from './pivoted-columns.ts';
import { planAction, QUERIES_OF_RUN, ROUNDS_MAX, taskRoom, toPlan } from './plan-queries.ts';
import { matterOf } from './read-report.ts';
import { unitsOf } from './result-units.ts';
import {
  type AnalysisFiles,
  type AnalysisState,
  type AskedQuery,
  type PlannedQuery,
  sourcesOf,
} from './state.ts';
import { judgeQuery } from './typed-figures/judge-query.ts';
import { MEND_CELLS, mendCellsAction, REPORT_TOKENS, writeAction } from './write-report.ts';

/**
 * Reducer of the analysis: code profiles the tables and runs SQL written by a model; another call writes the report,
 * naming cells of results and never a number.
 */
export function dataAnalysisSpec(files: AnalysisFiles): ToolSpec<null, AnalysisState> {
  return {
    type: 'data_analysis',
    version: 'data_analysis/14',
    writing: { promptTokens: 8_000, maxTokens: REPORT_TOKENS },
    plan: () => null,
    init: (input, _plan, seed) => ({
      input,
      seed,
      files,
      looks: [],
      cut: [],
      tables: null,
      planned: [],
      rounds: 0,
      isEnough: false,
      asked: [],
      failures: [],
      text: null,
      areCellsMended: false,
      isMended: false,
      reading: NOT_BEGUN,
    }),
    isOfReading,
    next,
    apply,
    steps,
  };
}

function next(state: AnalysisState): Next {
  const { files, looks, tables, planned, rounds, isEnough, asked, text } = state;
  if (looks.length < files.pictures.length) {
    const isOnly = files.sources.length === 0 && files.pictures.length === 1;
    return {
      do: files.pictures.slice(looks.length).map((_each, at) => lookAction(files, looks.length + at, isOnly)),
    };
  }
  if (tables === null) {
    return {
      do: [{ kind: 'profile', id: 'profile', need: 'must', gathers: false, sources: sourcesOf(state) }],
    };
  }
  if (tables.length === 0) return noTable(state);
  if (planned.length > 0) return { do: [queryAction(state)] };
  if (!isEnough && rounds < ROUNDS_MAX && asked.length < QUERIES_OF_RUN) return { do: [planAction(state)] };
  if (!asked.some(({ outcome }) => outcome.ok)) return noFigures(state);
  const write = writeAction(state);
  if (text === null) return { do: [write] };
  if (!state.areCellsMended) {
    const { problems } = bindValues(text.text, state);
    if (problems.length > 0) return { do: [mendCellsAction(write, text.text, problems)] };
  }
  const mend = mending.ask(state, text, write);
  if (mend !== null) return { do: [mend] };
  if (writtenOf(state, text).text === '') return noFigures(state);
  const checks = nextReading(matterOf(state, text));
  return checks.length > 0 ? { do: checks } : { done: deliver(state, text).deliverable };
}

function queryAction(state: AnalysisState): Action {
  return {
    kind: 'query',
    id: `query:${state.rounds}`,
    need: 'must',
    gathers: false,
    sources: sourcesOf(state),
    queries: [
      ...countingQueries(state.planned, state.tables ?? []),
      ...state.planned.map(({ sql, pivot }) => (pivot === null ? sql : { sql, pivot })),
    ],
  };
}

function noTable({ failures }: AnalysisState): Next {
  const limit = limitMet(failures);
  if (limit !== null) return { failed: limit, because: 'no money to read the pictures' };
  if (failures.length > 0)
    return { failed: 'provider_failed', because: `no picture was read: ${failures.join(', ')}` };
  return { failed: 'no_table', because: 'there is no table in the files' };
}

function noFigures({ failures }: AnalysisState): Next {
  const limit = limitMet(failures);
  if (limit !== null) return { failed: limit, because: 'no money to ask the tables' };
  return { failed: 'no_figures', because: 'no query had a result that could be written about' };
}

function apply(state: AnalysisState, action: Action, result: ActionResult): AnalysisState {
  if (state.text !== null && isOfReading(action))
    return { ...state, reading: applyReading(matterOf(state, state.text), action, result) };
  const failures = result.ok ? state.failures : [...state.failures, result.why];
  if (action.id.startsWith('look:')) {
    const name = state.files.pictures[state.looks.length]?.name ?? '';
    const cut = result.ok && result.kind === 'chat' && result.isCut ? [...state.cut, name] : state.cut;
    return { ...state, failures, cut, looks: [...state.looks, toLook(result)] };
  }
  if (result.ok && result.kind === 'profile') return { ...state, tables: result.tables };
  if (result.ok && result.kind === 'query') return applyOutcomes(state, result.outcomes);
  if (action.id.startsWith('plan:')) {
    const { queries, more } = toPlan(result, state);
    const isOver = isOutOfMeans(result) || queries.length === 0;
    return { ...state, failures, planned: queries, rounds: state.rounds + 1, isEnough: isOver || !more };
  }
  return applyText({ ...state, failures }, action.id, result);
}

/** Plans another round for queries that failed, or whose result isn't computed from the tables. */
function applyOutcomes(state: AnalysisState, outcomes: readonly QueryOutcome[]): AnalysisState {
  const { input, seed } = state;
  const tables = state.tables ?? [];
  const { language } = input;
  const task = { texts: ownWords(input), language, today: seed.today };
  const counting = countingQueries(state.planned, tables);
  const counted = new Map(counting.flatMap((sql, at) => (outcomes[at] ? [[sql, outcomes[at]]] : [])));
  const asked = state.planned.flatMap((query: PlannedQuery, at): AskedQuery[] => {
    const outcome = outcomes[counting.length + at];
    if (!outcome) return [];
    const { refused, joined } = judgeJoins(query, tables, counted);
    const says = outcome.ok ? (refused ?? judgeQuery(query.sql, tables, task)) : null;
    const units = outcome.ok ? unitsOf(query, queriedColumns(query, outcome), tables, language) : [];
    const judged: QueryOutcome = says === null ? outcome : { ok: false, why: 'refused', says };
    const chart = outcome.ok ? pivotedChart(query, outcome) : query.chart;
    return [{ ...query, chart, n: state.asked.length + at + 1, outcome: judged, joined, units }];
  });
  const isEnough = state.isEnough && asked.every(({ outcome }) => outcome.ok);
  return { ...state, planned: [], asked: [...state.asked, ...asked], isEnough };
}

function applyText(state: AnalysisState, id: string, result: ActionResult): AnalysisState {
  const made = result.ok && result.kind === 'chat' ? result : null;
  const draft = made && { text: made.text, model: made.model, isCut: made.isCut };
  const before = state.text;
  if (before === null) return { ...state, text: draft };
  if (id === MEND_CELLS) {
    const isBetter =
      draft !== null &&
      bindValues(draft.text, state).problems.length < bindValues(before.text, state).problems.length;
    return { ...state, areCellsMended: true, text: isBetter ? draft : before };
  }
  return { ...state, isMended: true, text: draft === null ? before : mending.better(state, before, draft) };
}

/** As it is shown, with its values filled in. */
const writtenOf = (state: AnalysisState, draft: Draft): Written => {
  const { bound, deliverable } = deliver(state, draft);
  return { text: bound.markdown, sources: deliverable.restsOn ?? 0 };
};

const mending = createMending<AnalysisState, Draft>({
  writtenOf,
  marks: 'names of cells in double braces',
});

function steps(state: AnalysisState, action: Action, result: ActionResult): readonly RunStep[] {
  if (action.id.startsWith('look:')) {
    const name = state.files.pictures[Number(action.id.slice(5)) - 1]?.name ?? '';
    const tables = toLook(result);
    if (tables === null) return [{ key: 'picture_not_read', params: { name } }];
    const rows = tables.reduce((sum, table) => sum + Math.max(0, table.length - 1), 0);
    return [{ key: 'read_picture', params: { name, rows } }];
  }
  if (state.text !== null && isOfReading(action))
    return readingSteps(matterOf(state, state.text), action, result);
  if (!result.ok) return [];
  if (result.kind === 'profile') {
    const { tables } = result;
    const add = (count: (table: (typeof tables)[number]) => number): number =>
      tables.reduce((sum, table) => sum + count(table), 0);
    const params = {
      tables: tables.length,
      rows: add(({ rows }) => rows),
      columns: add(({ columns }) => columns.length),
    };
    return [{ key: 'read_tables', params }];
  }
  if (result.kind === 'query') {
    const rows = (state.tables ?? []).reduce((sum, table) => sum + table.rows, 0);
    const asked = applyOutcomes(state, result.outcomes).asked.slice(state.asked.length);
    const failed = asked.filter(({ outcome }) => !outcome.ok).length;
    return [{ key: 'ran_queries', params: { queries: asked.length, rows, failed } }];
  }
  if (result.kind !== 'chat') return [];
  if (action.id === 'plan:1') return [...sentSteps(state.input, taskRoom(state.seed))];
  if (action.id === MEND && state.text !== null) return mending.steps(state, state.text, result);
  if (action.id !== 'write' && action.id !== MEND_CELLS) return [];
  const { bound } = deliver(state, result);
  return [
    ...(action.id === 'write' ? [{ key: 'wrote_answer', params: { model: result.model } } as const] : []),
    { key: 'bound_numbers', params: { numbers: bound.bound, loose: bound.loose.length + bound.dropped } },
    ...(action.id === 'write' ? unreadSteps(matterOf(state, result)) : []),
  ];
}
