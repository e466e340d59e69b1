import { handlePlan } from './handle-plan.ts';
import { INFIX_OPERATORS, SEARCH_OPERATORS } from './operators.ts';
import { parseQuery } from './parse/parse-query.ts';
import { narrowByHeader } from './parse/parse-range.ts';
import type { CallPlan } from './plan/call-plan.ts';
import { planCall } from './plan/plan-call.ts';
import { answerCall, assertCallAllowed } from './respond/answer-call.ts';
import { maxAffectedNeedsRows } from './respond/request-errors.ts';
import type { AnswerRow, RestRequest, Run } from './rest-request.ts';
import type { ExposedSchema } from './schema/schema.ts';
import { callStatement } from './sql/call-sql.ts';

/** Handles POST, GET and HEAD of a function. */
export async function handleCall(run: Run, rest: RestRequest, name: string): Promise<Response> {
  const { request, preferences, media, maxRows } = rest;
  const plan = await planRequest(rest, name);
  if (preferences.maxAffected !== null && !plan.routine.returnsSet) throw maxAffectedNeedsRows();
  const isMinimal = request.method === 'POST' && preferences.return === 'minimal';
  const statement = callStatement(plan, {
    // The row cap must not hide how many rows a call affected.
    count: preferences.count === null && preferences.maxAffected === null ? null : 'exact',
    maxRows,
    media,
    withBody: request.method !== 'HEAD' && !isMinimal,
  });
  const isReadOnly = request.method !== 'POST' || !plan.routine.isVolatile;
  if (media.plan !== null) return handlePlan(run, rest, { statement, type: media.plan, isReadOnly });
  const accept = (row: AnswerRow): void => assertCallAllowed(rest, plan, row);
  if (!isReadOnly) return answerCall(rest, plan, await run.writeIf(rest, statement, accept));
  const [row = {}] = await run.read(rest, [statement]);
  accept(row);
  return answerCall(rest, plan, row);
}

async function planRequest(rest: RestRequest, name: string): Promise<CallPlan> {
  const { schema, request, url } = rest;
  if (request.method === 'POST') {
    const body = await rest.body.arguments();
    return planCall(schema, { name, query: parseQuery(url.searchParams), body });
  }
  const isArgument = argumentTest(schema, name);
  const plan = planCall(schema, { name, query: parseQuery(url.searchParams, { isArgument }), body: null });
  const range = narrowByHeader(plan, rest.range);
  return { ...plan, ...range, rows: plan.rows && { ...plan.rows, ...range } };
}

const RESERVED = /^(?:select|columns|on_conflict|(?:.*\.)?(?:order|limit|offset|and|or))$/;
const OPERATOR = /^(?:not|is|in|[a-z]+)(?=[.(])/;

/**
 * In a GET, arguments and filters look alike: a name the function knows, or a value without an operator, is an
 * argument.
 */
function argumentTest(schema: ExposedSchema, name: string): (key: string, value: string) => boolean {
  const known = new Set(
    (schema.routines.get(name) ?? []).flatMap(({ parameters }) => parameters.map((p) => p.name)),
  );
  return (key, value) => known.has(key) || (!RESERVED.test(key) && !key.includes('.') && !hasOperator(value));
}

function hasOperator(value: string): boolean {
  const word = OPERATOR.exec(value)?.[0] ?? '';
  return (
    ['not', 'is', 'in'].includes(word) ||
    [INFIX_OPERATORS, SEARCH_OPERATORS].some((operators) => operators.has(word))
  );
}
