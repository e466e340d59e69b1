import { z } from 'zod';
import { CHART_KINDS } from '#domain/analysis/analysis.ts';
import { language } from '#domain/languages.ts';
import { pivot } from '../../../files/table-facts.ts';
import type { ActionResult, ChatAction } from '../../engine/action.ts';
import { plannerAction } from '../../engine/chat-actions.ts';
import type { Seed } from '../../engine/tool-spec.ts';
import { cleanText } from '../../language/clean-text.ts';
import { answerRoom } from '../../models/context-room.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { QUERIES_EXAMPLES } from '../../prompts/examples/analysis.ts';
import { describeTask, joinParts } from '../../prompts/frame-task.ts';
import { JSON_ALONE, materialRule, showExamples } from '../../prompts/show-examples.ts';
import { describeResults, describeTables } from './describe-tables.ts';
import { plannedJoin } from './joins/planned-join.ts';
import { PLAN_TOKENS, planRoom, shownTables } from './shown-tables.ts';
import type { AnalysisState, PlannedQuery } from './state.ts';

/** Maximum queries per round and per run. */
const QUERIES_MAX = 8;
export const QUERIES_OF_RUN = 12;
export const ROUNDS_MAX = 3;

const plan = z.object({
  queries: z.array(
    z.object({
      purpose: z.string(),
      sql: z.string(),
      columns: z.array(z.object({ name: z.string(), unit: z.nullable(z.string()) })),
      joins: z.array(plannedJoin).default([]),
      pivot: z.nullable(pivot).default(null),
      chart: z.nullable(
        z.object({
          kind: z.enum(CHART_KINDS),
          title: z.string(),
          label: z.string(),
          values: z.array(z.string()),
        }),
      ),
    }),
  ),
  more: z.boolean(),
});

/** Tokens for the project and an earlier answer in the planner's prompt. */
export const taskRoom = (seed: Seed): number => planRoom(seed) / 4;

/** Asks which queries to run. The queries can read these tables and nothing else. */
export function planAction(state: AnalysisState): ChatAction {
  const { input, seed, tables, asked, rounds } = state;
  const { englishName } = language(input.language);
  const rules = `Plan the SQL queries whose results answer a question about tables. A program runs them, and somebody else writes the report from their results alone, so whatever it will want to say has to be a cell of a result: totals, shares, differences, averages and counts too.

- "queries": 1 to ${QUERIES_MAX} for SQLite, each one SELECT over the tables and names that are given. Name each column with AS, in small letters and underscores. What matters is in the first 30 rows of a result, in a meaningful order; round where that helps.
- Every column is computed from columns of the tables: a figure that is written into a query is refused. Numbers may set limits in conditions, round, and turn one unit into another (60, 24, 7, 12, 52, 100, 1000, 1024 …); beyond that, only those that the task names may be used. CASE gives 1, 0, columns or names.
- Dates are texts such as '2026-11-20', for strftime or substr; months '2026-01', quarters '2026-Q1', times of day '07:30', which hours(x) turns into a number. Other texts can't be calculated with, not even by a CAST. There are median(x), percentile(x, 90), stddev(x), and slope, intercept and corr(y, x). No recursion, and nothing of the present day; today is ${seed.today}.
- Mind what was found in the tables: notes that say what the numbers are in, empty cells, duplicates, mixed units. A column in mixed units is taken with the one beside it that names them: group by it, or choose one unit. Leave rows out only where the question asks for it, and rows that are sums of others (sums_unclear) from whatever is added up.
- "columns": each column of the result with its unit, "€", "kg", "h", "%", or null for names, days, counts and shares from 0 to 1. Take units from the tables; "%" stands for numbers that are percentages already, times 100.
- "joins": the tables that the query puts together, two by two, with the keys that are equal in its ON: columns, or expressions such as lower(trim(email)), just as they are written there; [] for one table. A program counts which rows belong together. Keys that match nothing are refused, and so is whatever counts rows several times: bring a table with several rows for a key to one first, by a WITH that groups by it, and count COUNT(DISTINCT key).
- "pivot": for a table of two names (sales by month and region), else null: the query gives one row for each pair, and a program makes columns of the values of "across" (region), filled from "value" (total). A chart that draws "value" draws them all.
- "purpose": one sentence in ${englishName} that says what the query does, for a reader who knows no SQL. It names no figures, and neither does a title.
- "chart": how the result is best drawn, or null; at most two in all. "kind": bar (a number for each name), line (over time), stacked (parts of a whole), scatter (two numbers), histogram (counts by ranges), box (five columns for each group: min(x), percentile(x, 25), median(x), percentile(x, 75), max(x)). "label": the column of names, times or ranges, or of the numbers to the right; "values": the columns that are drawn; "title" in ${englishName}.
- "more": true only if further queries depend on these results.
${materialRule(seed.key)}
${JSON_ALONE}

${showExamples(QUERIES_EXAMPLES)}`;
  const before = 'Asked before, with results. Put right what has failed, and ask what is still missing:';
  const known = tables ?? [];
  const about = joinParts([
    'The task:',
    describeTask(input, seed.key, taskRoom(seed)),
    'The tables:',
    describeTables(known, seed.key, shownTables(known, seed)),
  ]);
  const left = planRoom(seed) - estimateTokens(about);
  const ask = asked.length > 0 ? joinParts([about, before, describeResults(asked, seed.key, left)]) : about;
  const maxTokens = answerRoom(PLAN_TOKENS, seed.windows.planner);
  const shape = { name: 'table_queries', schema: plan };
  const action = plannerAction({ id: `plan:${rounds + 1}`, rules, ask, maxTokens, shape });
  return { ...action, need: rounds === 0 ? 'must' : 'may', gathers: true };
}

/** The same query may be asked again with another pivot, or without one. */
const keyOf = ({ sql, pivot: turn }: Pick<PlannedQuery, 'sql' | 'pivot'>): string =>
  JSON.stringify([sql, turn]);

/** Parses the plan: at most as many queries as a run allows, without duplicates. */
export function toPlan(
  result: ActionResult,
  state: AnalysisState,
): { queries: PlannedQuery[]; more: boolean } {
  if (!result.ok || result.kind !== 'chat') return { queries: [], more: false };
  const { queries, more } = plan.parse(result.value);
  const known = new Set(state.asked.map(keyOf));
  const fresh: PlannedQuery[] = [];
  for (const { purpose, sql, columns, joins, pivot: turn, chart } of queries.slice(0, QUERIES_MAX)) {
    const text = cleanText(sql).trim().replace(/;\s*$/, '');
    const key = keyOf({ sql: text, pivot: turn });
    if (text === '' || known.has(key)) continue;
    known.add(key);
    fresh.push({
      purpose: cleanText(purpose).trim().slice(0, 300),
      sql: text,
      columns,
      joins,
      pivot: turn,
      chart: chart && {
        ...chart,
        title: cleanText(chart.title).slice(0, 120),
      },
    });
  }
  return { queries: fresh.slice(0, QUERIES_OF_RUN - state.asked.length), more };
}
