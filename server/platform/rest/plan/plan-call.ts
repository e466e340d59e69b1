import type { Query } from '../parse/query-tree.ts';
import { invalidBody, notImplemented } from '../respond/request-errors.ts';
import type { ExposedSchema, Routine } from '../schema/schema.ts';
import type { CallArguments, CallPlan } from './call-plan.ts';
import { ownClauses } from './clauses.ts';
import { bodyParameter, findRoutine } from './find-routine.ts';
import { isObject, type JsonBody } from './payload.ts';
import { planRead } from './plan-read.ts';

export interface CallRequest {
  readonly name: string;
  readonly query: Query;
  /** Of a POST; null for GET, whose arguments are in the query. */
  readonly body: JsonBody | null;
}

/** Finds the function and every name of the query over its rows. Throws RestError. */
export function planCall(schema: ExposedSchema, { name, query, body }: CallRequest): CallPlan {
  const args =
    body === null ? query.args.map(([key]) => key) : isObject(body.value) ? Object.keys(body.value) : null;
  const routine = findRoutine(schema, { name, args: args ?? [], isPost: body !== null });
  const own = ownClauses(query);
  return {
    routine,
    args: body === null ? textArguments(routine, query.args) : bodyArguments(routine, body, args),
    rows: planRows(schema, routine, query),
    limit: own.limits.at(-1)?.limit ?? null,
    offset: own.offsets.at(-1)?.offset ?? 0,
  };
}

function textArguments(routine: Routine, args: Query['args']): CallArguments {
  const values = routine.parameters.flatMap((parameter) => {
    const given = args.findLast(([name]) => name === parameter.name);
    return given === undefined ? [] : [[parameter, given[1]] as const];
  });
  return { kind: 'texts', values };
}

function bodyArguments(routine: Routine, body: JsonBody, keys: readonly string[] | null): CallArguments {
  const whole = bodyParameter(routine);
  if (whole !== null) return { kind: 'body', json: body.text, parameter: whole };
  if (keys === null) throw invalidBody('Empty or invalid json');
  const parameters = routine.parameters.filter(({ name }) => keys.includes(name));
  return { kind: 'object', json: body.text, parameters };
}

function planRows(schema: ExposedSchema, routine: Routine, query: Query): CallPlan['rows'] {
  if (routine.returns.kind === 'rows') {
    return planRead(schema, routine.returns.table, { select: query.select, clauses: query });
  }
  if (query.conditions.length > 0 || query.orders.length > 0) {
    throw notImplemented('Filters and orders need a function that returns rows');
  }
  return null;
}
