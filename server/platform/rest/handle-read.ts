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
  rest: RestRequest,
  { name, maxRows }: { readonly name: string; readonly maxRows: number },
): Promise<Response> {
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

function planTable({ schema, url, request }: RestRequest, name: string): ReadPlan {
  const table = schema.tables.get(name);
  if (table === undefined) throw tableNotFound(schema, name);
  const query = parseQuery(url.searchParams);
  const plan = planRead(schema, table, { select: query.select, clauses: query });
  const header = request.method === 'GET' ? request.headers.get('range') : null;
  return { ...plan, ...narrowByHeader(plan, header) };
}
