import { nearestName } from '../schema/nearest-name.ts';
import type { ExposedSchema, Relation, Table } from '../schema/schema.ts';
import { RestError } from './rest-error.ts';

/** Errors for names that the schema doesn't have: the PGRST2xx group, and PostgreSQL's 42703. */

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

/** PostgreSQL's message for the statement that the contract would generate. */
export const embeddedTwice = (origin: Table, name: string, depth: number): RestError =>
  new RestError(400, '42712', `table name "${origin.name}_${name}_${depth}" specified more than once`);

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
 * Same message as PostgreSQL's, without asking it: `table.name` can also call a function that takes the row, or read
 * system columns, so only names from the catalogue may become SQL.
 */
export function columnNotFound(table: Table, alias: string, column: string): RestError {
  const near = nearestName(column, table.columns.keys());
  return new RestError(400, '42703', `column ${alias}.${column} does not exist`, {
    hint: near === null ? null : `Perhaps you meant to reference the column "${alias}.${near}".`,
  });
}

/** PostgreSQL's message: a group has no single value for a column that isn't grouped by. */
export const notGroupedBy = (alias: string, column: string): RestError =>
  new RestError(
    400,
    '42803',
    `column "${alias}.${column}" must appear in the GROUP BY clause or be used in an aggregate function`,
  );

export const schemaNotLoaded = (): RestError =>
  new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
    headers: { 'Retry-After': '1' },
  });
