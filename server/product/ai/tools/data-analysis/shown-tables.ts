import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { COLUMNS_SHOWN, TABLES_SHOWN, type TableFacts } from '../../../files/table-facts.ts';
import type { Seed } from '../../engine/tool-spec.ts';
import { answerRoom, readingRoom } from '../../models/context-room.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { describeTables, type Shown } from './describe-tables.ts';

export const PLAN_TOKENS = 3_000;
/** Tokens by which the planner's rules are longer than those of other calls. */
export const LONG_RULES = 600;

/** Returns the planner's tokens beside its rules: half for tables, a quarter for the task, the rest for results. */
export const planRoom = ({ windows }: Seed): number =>
  Math.max(0, readingRoom(windows.planner, answerRoom(PLAN_TOKENS, windows.planner)) - LONG_RULES);

const MOST: Shown = {
  tables: TABLES_SHOWN,
  columns: COLUMNS_SHOWN,
  rows: Number.POSITIVE_INFINITY,
  tops: Number.POSITIVE_INFINITY,
};
/** Levels of detail, from everything down to a few column names. */
const STEPS: readonly Shown[] = [
  MOST,
  { tables: TABLES_SHOWN, columns: COLUMNS_SHOWN, rows: 2, tops: 2 },
  { tables: TABLES_SHOWN, columns: COLUMNS_SHOWN, rows: 0, tops: 0 },
  { tables: 6, columns: 40, rows: 0, tops: 0 },
  { tables: 3, columns: 30, rows: 0, tops: 0 },
  { tables: 2, columns: 20, rows: 0, tops: 0 },
];
const LEAST: Shown = { tables: 1, columns: 12, rows: 0, tops: 0 };

/** Returns the level of detail that fits. */
export function shownTables(tables: readonly TableFacts[], seed: Seed): Shown {
  const room = planRoom(seed) / 2;
  if (room === Number.POSITIVE_INFINITY) return MOST;
  return STEPS.find((shown) => estimateTokens(describeTables(tables, seed.key, shown)) <= room) ?? LEAST;
}

/** Marks the parts of the tables that no model was shown: nothing is computed from them. */
export function withUnshown(tables: readonly TableFacts[], shown: Shown): readonly TableFacts[] {
  return tables.map((table, at) => {
    const columns = table.columns.length - shown.columns;
    const unseen: TableIssue[] = [];
    if (at >= shown.tables) unseen.push({ key: 'not_asked', params: { shown: shown.tables } });
    else if (columns > 0)
      unseen.push({ key: 'columns_not_asked', params: { columns, shown: shown.columns } });
    const others = table.issues.filter(({ key }) => key !== 'not_asked' && key !== 'columns_not_asked');
    return { ...table, issues: [...others, ...unseen] };
  });
}
