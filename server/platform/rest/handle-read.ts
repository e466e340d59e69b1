import { handlePlan } from './handle-plan.ts';
import { parseQuery } from './parse/parse-query.ts';
import { narrowByHeader } from './parse/parse-range.ts';
import { planRead } from './plan/plan-read.ts';
import type { PlannedCondition, ReadPlan } from './plan/read-plan.ts';
import { answerRows } from './respond/answer-rows.ts';
import { tableNotFound } from './respond/schema-errors.ts';
import type { Asked, RestRequest, Run } from './rest-request.ts';
import { readStatements } from './sql/read-sql.ts';

/** Handles GET and HEAD of a table. */
export async function handleRead(run: Run, asked: RestRequest): Promise<Response> {
  const plan = planOf(asked.asked);
  const rest = asked.preferences.count === null || mayEstimate(asked, plan) ? asked : withExactCount(asked);
  const statements = statementsOf(rest.asked);
  const [statement] = statements;
  if (rest.media.plan !== null && statement !== undefined)
    return handlePlan(run, rest, { statement, type: rest.media.plan, isReadOnly: true });
  const [row = {}, explained] = await run.list(rest, statements);
  return answerRows(rest, { row, explained, offset: plan.offset });
}

/** Computes once for all requests that ask for the same. */
function once<T>(compute: (asked: Asked) => T): (asked: Asked) => T {
  const computed = new WeakMap<Asked, { readonly value: T }>();
  return (asked) => {
    const known = computed.get(asked) ?? { value: compute(asked) };
    computed.set(asked, known);
    return known.value;
  };
}

const planOf = once(({ schema, target, url, range }): ReadPlan => {
  const table = schema.tables.get(target.name);
  if (table === undefined) throw tableNotFound(schema, target.name);
  const query = parseQuery(url.searchParams);
  const plan = planRead(schema, table, { select: query.select, clauses: query });
  return { ...plan, ...narrowByHeader(plan, range) };
});

const statementsOf = once((asked) =>
  readStatements(planOf(asked), {
    count: asked.preferences.count,
    maxRows: asked.maxRows,
    media: asked.media,
    withBody: asked.target.method === 'GET',
  }),
);

const exactly = once((asked): Asked => {
  return { ...asked, preferences: { ...asked.preferences, count: 'exact' } };
});

function withExactCount(rest: RestRequest): RestRequest {
  const asked = exactly(rest.asked);
  return { ...rest, ...asked, asked };
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
