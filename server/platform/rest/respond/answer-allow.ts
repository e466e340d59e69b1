import { isCallable } from '../plan/callable.ts';
import type { RestRequest } from '../rest-request.ts';
import { functionNotFound } from './function-errors.ts';
import { tableNotFound } from './schema-errors.ts';

/** Answers OPTIONS with the methods of a table or function, regardless of the caller. */
export function answerAllow(
  { schema, facts }: RestRequest,
  { kind, name }: { readonly kind: 'table' | 'function'; readonly name: string },
): Response {
  const methods = kind === 'table' ? methodsOfTable(name) : methodsOfFunction(name);
  return new Response(null, { status: 200, headers: { Allow: methods.join(',') } });

  function methodsOfTable(table: string): string[] {
    const can = facts.get(table);
    if (can === undefined) throw tableNotFound(schema, table);
    return [
      'OPTIONS',
      'GET',
      'HEAD',
      ...(can.takesInserts ? ['POST'] : []),
      ...(can.takesUpdates ? ['PATCH'] : []),
      ...(can.takesDeletes ? ['DELETE'] : []),
    ];
  }

  /** Volatile functions are POST only. */
  function methodsOfFunction(called: string): string[] {
    const overloads = (schema.routines.get(called) ?? []).filter(isCallable);
    if (overloads.length === 0) throw functionNotFound(schema, { name: called, args: [], content: null });
    const readable = overloads.some(({ isVolatile }) => !isVolatile);
    return ['OPTIONS', ...(readable ? ['GET', 'HEAD'] : []), 'POST'];
  }
}
