import { nearestName } from '../schema/nearest-name.ts';
import type { ExposedSchema, Relation, Routine, Table } from '../schema/schema.ts';
import { RestError } from './rest-error.ts';

/** What a request names and the schema does not have: the PGRST2xx group, and PostgreSQL's own 42703. */

export function relationNotFound(
  schema: ExposedSchema,
  { origin, target, hint }: { origin: Table; target: string; hint: string | null },
): RestError {
  const usingHint = hint === null ? '' : ` using the hint '${hint}'`;
  const near = nearestName(
    target,
    origin.relations.map((relation) => relation.target),
  );
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${origin.name}' and '${target}'${usingHint} ` +
        `in the schema '${schema.name}', but no matches were found.`,
      hint: near === null ? null : `Perhaps you meant '${near}' instead of '${target}'.`,
    },
  );
}

export function relationAmbiguous(origin: string, target: string, relations: readonly Relation[]): RestError {
  const choices = relations.map(
    (relation) =>
      `'${relation.target}!${relation.kind === 'many-to-many' ? relation.junction : relation.constraint}'`,
  );
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details: relations.map(describeRelation),
      hint:
        `Try changing '${target}' to one of the following: ${choices.join(', ')}. ` +
        `Find the desired relationship in the 'details' key.`,
    },
  );
}

function describeRelation(relation: Relation): Record<string, string> {
  const list = (names: readonly string[]): string => `(${names.join(', ')})`;
  const from = (pairs: readonly { from: string }[]): string => list(pairs.map((pair) => pair.from));
  const to = (pairs: readonly { to: string }[]): string => list(pairs.map((pair) => pair.to));
  const relationship =
    relation.kind === 'many-to-many'
      ? `${relation.junction} using ${relation.originConstraint}${to(relation.originPairs)} ` +
        `and ${relation.targetConstraint}${from(relation.targetPairs)}`
      : `${relation.constraint} using ${relation.origin}${from(relation.pairs)} and ${relation.target}${to(relation.pairs)}`;
  return {
    cardinality: relation.kind,
    embedding: `${relation.origin} with ${relation.target}`,
    relationship,
  };
}

/** PostgreSQL's own words for the statement that the contract makes of it. */
export const embeddedTwice = (origin: Table, name: string, depth: number): RestError =>
  new RestError(400, '42712', `table name "${origin.name}_${name}_${depth}" specified more than once`);

export function functionNotFound(
  schema: ExposedSchema,
  { name, args, isPost }: { name: string; args: readonly string[]; isPost: boolean },
): RestError {
  const list = args.join(', ');
  const described = args.length === 0 ? ' without parameters' : `(${list})`;
  const searched =
    args.length === 0 ? ' without parameters' : ` with parameter${args.length > 1 ? 's' : ''} ${list}`;
  const unnamed = isPost ? ' or with a single unnamed json/jsonb parameter' : '';
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${schema.name}.${name}${described} in the schema cache`,
    {
      details:
        `Searched for the function ${schema.name}.${name}${searched}${unnamed}, ` +
        'but no matches were found in the schema cache.',
      hint: nearestCall(schema, name),
    },
  );
}

/** Another function with a name like it, or the same function with the parameters it really has. */
function nearestCall(schema: ExposedSchema, name: string): string | null {
  const [overload] = schema.routines.get(name) ?? [];
  if (overload !== undefined) {
    const parameters = overload.parameters.map((parameter) => parameter.name).sort();
    return `Perhaps you meant to call the function ${schema.name}.${name}(${parameters.join(', ')})`;
  }
  const near = nearestName(name, schema.routines.keys());
  return near === null ? null : `Perhaps you meant to call the function ${schema.name}.${near}`;
}

export function functionAmbiguous(candidates: readonly Routine[]): RestError {
  const described = candidates.map(({ schema, name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`);
    return `${schema}.${name}(${list.join(', ')})`;
  });
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${described.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}

export const columnToWriteNotFound = (table: Table, column: string): RestError =>
  new RestError(
    400,
    'PGRST204',
    `Could not find the '${column}' column of '${table.name}' in the schema cache`,
  );

export function tableNotFound(schema: ExposedSchema, name: string): RestError {
  const near = nearestName(name, schema.tables.keys());
  return new RestError(
    404,
    'PGRST205',
    `Could not find the table '${schema.name}.${name}' in the schema cache`,
    {
      hint: near === null ? null : `Perhaps you meant the table '${schema.name}.${near}'`,
    },
  );
}

/**
 * PostgreSQL would say the same. It is not asked: `table.name` also calls a function that takes the row, and reads
 * system columns, so only names of the catalogue may become SQL.
 */
export function columnNotFound(table: Table, alias: string, column: string): RestError {
  const near = nearestName(column, table.columns.keys());
  return new RestError(400, '42703', `column ${alias}.${column} does not exist`, {
    hint: near === null ? null : `Perhaps you meant to reference the column "${alias}.${near}".`,
  });
}

export const schemaNotLoaded = (): RestError =>
  new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
    headers: { 'Retry-After': '1' },
  });
