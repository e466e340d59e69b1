import type { Query } from '../parse/query-tree.ts';
import { invalidBody, notImplemented } from '../respond/request-errors.ts';
import type { ExposedSchema, Routine } from '../schema/schema.ts';
import { arrayLiteral } from '../sql/array-literal.ts';
import type { CallArguments, CallBody, CallPlan } from './call-plan.ts';
import { ownClauses } from './clauses.ts';
import { bodyParameter, findRoutine } from './find-routine.ts';
import { isObject } from './payload.ts';
import { planRead } from './plan-read.ts';

export interface CallRequest {
  readonly name: string;
  readonly query: Query;
  /** The body of a POST; null for GET, whose arguments are in the query. */
  readonly body: CallBody | null;
}

/** Resolves the function and every name of the query over its rows. Throws RestError. */
export function planCall(schema: ExposedSchema, { name, query, body }: CallRequest): CallPlan {
  const keys = keysOf(query, body);
  const routine = findRoutine(schema, { name, args: keys ?? [], content: body?.kind ?? null });
  const own = ownClauses(query);
  return {
    routine,
    args: planArguments(routine, { query, body, keys }),
    rows: planRows(schema, routine, query),
    limit: own.limits.at(-1)?.limit ?? null,
    offset: own.offsets.at(-1)?.offset ?? 0,
  };
}

/** Returns the distinct argument names; null for a body without names. */
function keysOf(query: Query, body: CallBody | null): readonly string[] | null {
  if (body === null) return [...new Set(query.args.map(([key]) => key))];
  if (body.kind === 'form') return [...new Set(body.pairs.map(([key]) => key))];
  return body.kind === 'json' && isObject(body.value) ? Object.keys(body.value) : null;
}

function planArguments(
  routine: Routine,
  { query, body, keys }: Pick<CallRequest, 'query' | 'body'> & { readonly keys: readonly string[] | null },
): CallArguments {
  if (body === null) return textArguments(routine, query.args);
  if (body.kind === 'form') return textArguments(routine, body.pairs);
  const whole = bodyParameter(routine);
  if (whole !== null) return { kind: 'body', text: body.text, parameter: whole };
  if (keys === null) throw invalidBody('Empty or invalid json');
  const parameters = routine.parameters.filter(({ name }) => keys.includes(name));
  return { kind: 'object', json: body.text, parameters };
}

function textArguments(routine: Routine, args: Query['args']): CallArguments {
  const values = routine.parameters.flatMap((parameter) => {
    const given = args.filter(([name]) => name === parameter.name).map(([, value]) => value);
    const value = parameter.isVariadic ? listLiteral(given) : given.at(-1);
    return value === undefined ? [] : [[parameter, value] as const];
  });
  return { kind: 'texts', values };
}

/**
 * A variadic parameter is repeated for each value, or given once as an array literal, as the official client does.
 */
function listLiteral(given: readonly string[]): string | undefined {
  const [only, ...others] = given;
  if (only === undefined) return undefined;
  return others.length === 0 && /^\{[^]*\}$/.test(only) ? only : arrayLiteral(given);
}

function planRows(schema: ExposedSchema, routine: Routine, query: Query): CallPlan['rows'] {
  if (routine.returns.kind === 'rows') {
    return planRead(schema, routine.returns.table, {
      select: query.select,
      clauses: query,
      isFromTable: false,
    });
  }
  if (query.conditions.length > 0 || query.orders.length > 0) {
    throw notImplemented('Filters and orders need a function that returns rows');
  }
  return null;
}
