import { parseQuery } from './parse/parse-query.ts';
import { narrowByHeader } from './parse/parse-range.ts';
import { planRead } from './plan/plan-read.ts';
import type { ReadPlan } from './plan/read-plan.ts';
import { answerRows } from './respond/answer-rows.ts';
import { tableNotFound } from './respond/schema-errors.ts';
import type { RestRequest, Run } from './rest-request.ts';
import { readStatements } from './sql/read-sql.ts';

/** GET and HEAD of a table. */
export async function handleRead(
  run: Run,
  asked: RestRequest,
  { name, maxRows }: { readonly name: string; readonly maxRows: number },
): Promise<Response> {
  const rest = withoutGuesses(asked);
  const plan = planTable(rest, name);
  const statements = readStatements(plan, {
    count: rest.preferences.count,
    maxRows,
    stripNulls: rest.media.stripNulls,
    withBody: rest.request.method === 'GET',
  });
  const [row = {}, explained] = await run.read(rest, statements);
  return answerRows(rest, { row, explained, offset: plan.offset, maxRows });
}

/**
 * The planner guesses from the rows of everybody: `count=planned` told a stranger how many tasks a person has, and
 * whether anybody has one of a given title. Who does not see all rows gets them counted.
 */
function withoutGuesses(rest: RestRequest): RestRequest {
  const { caller, preferences } = rest;
  if (preferences.count === null || caller.role === 'service_role') return rest;
  return { ...rest, preferences: { ...preferences, count: 'exact' } };
}

function planTable({ schema, url, request }: RestRequest, name: string): ReadPlan {
  const table = schema.tables.get(name);
  if (table === undefined) throw tableNotFound(schema, name);
  const query = parseQuery(url.searchParams);
  const plan = planRead(schema, table, { select: query.select, clauses: query });
  const header = request.method === 'GET' ? request.headers.get('range') : null;
  return { ...plan, ...narrowByHeader(plan, header) };
}
