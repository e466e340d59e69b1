import { handlePlan } from './handle-plan.ts';
import { parseQuery } from './parse/parse-query.ts';
import { planWrite } from './plan/plan-write.ts';
import type { WriteAct } from './plan/write-plan.ts';
import { answerWrite, assertWriteAllowed } from './respond/answer-write.ts';
import { tooManyRows } from './respond/request-errors.ts';
import { tableNotFound } from './respond/schema-errors.ts';
import type { RestRequest, Run } from './rest-request.ts';
import { writeStatement } from './sql/write-sql.ts';

/** A 1 MB body can hold more rows than can be written within the statement timeout. */
const MAX_ROWS = 5_000;

/** Handles POST, PATCH and DELETE of a table. */
export async function handleWrite(
  run: Run,
  rest: RestRequest,
  { name, verb }: { readonly name: string; readonly verb: WriteAct['verb'] },
): Promise<Response> {
  const { schema, preferences, media, url } = rest;
  const table = schema.tables.get(name);
  if (table === undefined) throw tableNotFound(schema, name);
  const query = parseQuery(url.searchParams);
  const body = verb === 'delete' ? null : await rest.body.rows();
  if (Array.isArray(body?.value) && body.value.length > MAX_ROWS)
    throw tooManyRows(body.value.length, MAX_ROWS);
  const plan = planWrite(schema, table, { verb, query, preferences, body });
  const statement = writeStatement(plan, media);
  if (media.plan !== null) return handlePlan(run, rest, { statement, type: media.plan, isReadOnly: false });
  // Only pay for the second round trip if the answer may still reject the write.
  const mayRefuse =
    preferences.maxAffected !== null || (media.shape === 'object' && plan.answer.kind === 'rows');
  const row = mayRefuse
    ? await run.writeIf(rest, statement, (written) => assertWriteAllowed(rest, plan, written))
    : await run.write(rest, statement);
  return answerWrite(rest, plan, row);
}
