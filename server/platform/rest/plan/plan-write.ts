import type { Preferences } from '../parse/parse-prefer.ts';
import type { Query } from '../parse/query-tree.ts';
import { invalidBody, notImplemented, whereRequired } from '../respond/request-errors.ts';
import { columnToWriteNotFound } from '../respond/schema-errors.ts';
import type { ExposedSchema, Table } from '../schema/schema.ts';
import { ownClauses } from './clauses.ts';
import { type JsonBody, planPayload } from './payload.ts';
import { planCondition } from './plan-condition.ts';
import { levelOf } from './plan-field.ts';
import { planRead } from './plan-read.ts';
import type { PlannedCondition } from './read-plan.ts';
import type { Conflict, WriteAct, WritePlan } from './write-plan.ts';

export interface WriteRequest {
  readonly verb: WriteAct['verb'];
  readonly query: Query;
  readonly preferences: Preferences;
  readonly body: JsonBody | null;
}

/** Resolves every name of a write in the catalogue. Throws RestError. */
export function planWrite(schema: ExposedSchema, table: Table, request: WriteRequest): WritePlan {
  return { table, act: planAct(table, request), answer: planAnswer(schema, table, request) };
}

function planAct(table: Table, request: WriteRequest): WriteAct {
  const { verb, query, preferences } = request;
  const missing = preferences.missing === 'default' ? 'default' : 'null';
  const payload = (): ReturnType<typeof planPayload> =>
    planPayload(table, bodyOf(request), { columns: query.columns, missing });
  if (verb === 'insert') {
    if (ownClauses(query).conditions.length > 0)
      throw notImplemented('Filters on an insert are not supported');
    return { verb, payload: payload(), conflict: planConflict(table, request) };
  }
  const conditions = ownConditions(table, query);
  if (verb === 'delete') {
    if (conditions.length === 0) throw whereRequired('DELETE');
    return { verb, conditions };
  }
  const changes = payload();
  if (changes.rows !== 1) throw invalidBody('The changes must be one object');
  if (conditions.length === 0 && changes.columns.length > 0) throw whereRequired('UPDATE');
  return { verb, payload: changes, conditions };
}

function bodyOf({ body }: WriteRequest): JsonBody {
  if (body === null) throw invalidBody('Empty or invalid json');
  return body;
}

function ownConditions(table: Table, query: Query): PlannedCondition[] {
  const scope = { ...levelOf(table, table.name), embeds: new Map() };
  return ownClauses(query).conditions.map(({ condition }) => planCondition(scope, condition));
}

/** Without `on_conflict` the primary key is the conflict target; a table without one can't conflict. */
function planConflict(table: Table, { query, preferences }: WriteRequest): Conflict | null {
  if (preferences.resolution === null) return null;
  const columns = query.onConflict ?? table.primaryKey;
  const unknown = columns.find((name) => !table.columns.has(name));
  if (unknown !== undefined) throw columnToWriteNotFound(table, unknown);
  if (columns.length === 0) return null;
  return { columns, resolution: preferences.resolution === 'merge-duplicates' ? 'merge' : 'ignore' };
}

function planAnswer(schema: ExposedSchema, table: Table, request: WriteRequest): WritePlan['answer'] {
  const { verb, query, preferences } = request;
  // Root filters select the rows to write; they don't apply to the answer.
  const clauses = { ...query, conditions: query.conditions.filter(({ path }) => path.length > 0) };
  if (preferences.return === 'representation') {
    // No row cap: a truncated answer would hide written rows.
    return {
      kind: 'rows',
      plan: planRead(schema, table, { select: query.select, clauses, isFromTable: false }),
    };
  }
  const hasKeys = preferences.return === 'headers-only' && verb === 'insert' && table.primaryKey.length > 0;
  return { kind: hasKeys ? 'keys' : 'none' };
}
