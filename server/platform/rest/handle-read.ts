import { handlePlan } from './handle-plan.ts';
import { parseQuery } from './parse/parse-query.ts';
import { narrowByHeader } from './parse/parse-range.ts';
import { planRead } from './plan/plan-read.ts';
import type { PlannedCondition, ReadPlan } from './plan/read-plan.ts';
import { answerRows } from './respond/answer-rows.ts';
import { tableNotFound } from './respond/schema-errors.ts';
import type { RestRequest, Run } from './rest-request.ts';
import { readStatements } from './sql/read-sql.ts';

/** Handles GET and HEAD of a table. */
export async function handleRead(
  run: Run,
  asked: RestRequest,
  { name, maxRows }: { readonly name: string; readonly maxRows: number },
): Promise<Response> {
  const plan = planTable(asked, name);
  const rest = mayEstimate(asked, plan) ? asked : withExactCount(asked);
  const statements = readStatements(plan, {
    count: rest.preferences.count,
    maxRows,
    media: rest.media,
    withBody: rest.request.method === 'GET',
  });
  const [statement] = statements;
  if (rest.media.plan !== null && statement !== undefined)
    return handlePlan(run, rest, { statement, type: rest.media.plan, isReadOnly: true });
  const [row = {}, explained] = await run.read(rest, statements);
  return answerRows(rest, { row, explained, offset: plan.offset, maxRows });
}

/**
 * True if the planner's row estimate may be shown. It is based on everybody's rows: `count=planned` would reveal to a
 * stranger how many tasks a person has, or whether a given title exists. Callers who can't see all rows get an exact
 * count.
 */
function mayEstimate({ caller, facts }: RestRequest, { table, conditions }: ReadPlan): boolean {
  return (
    caller.role === 'service_role' ||
    (facts.get(table.name)?.isOpen === true && conditions.every(readsNoOtherTable))
  );
}

/** False if the condition reads other tables (embeds, computed columns): they may have rows the caller can't see. */
function readsNoOtherTable(condition: PlannedCondition): boolean {
  if (condition.kind === 'logic') return condition.conditions.every(readsNoOtherTable);
  return condition.kind === 'filter' && condition.field.computed === null;
}

function withExactCount(rest: RestRequest): RestRequest {
  const { preferences } = rest;
  return preferences.count === null ? rest : { ...rest, preferences: { ...preferences, count: 'exact' } };
}

function planTable({ schema, url, request }: RestRequest, name: string): ReadPlan {
  const table = schema.tables.get(name);
  if (table === undefined) throw tableNotFound(schema, name);
  const query = parseQuery(url.searchParams);
  const plan = planRead(schema, table, { select: query.select, clauses: query });
  const header = request.method === 'GET' ? request.headers.get('range') : null;
  return { ...plan, ...narrowByHeader(plan, header) };
}
