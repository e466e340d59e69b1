import type { RoutineRow } from './read-catalogue.ts';
import type { Column, Parameter, ReturnShape, Routine, Table } from './schema.ts';

/**
 * Builds the functions of one schema. A function that returns rows of a table refers to that table, so that embeds
 * work.
 */
export function routinesOf(rows: readonly RoutineRow[], tables: ReadonlyMap<string, Table>): Routine[] {
  return rows.map((row) => ({
    schema: row.schema,
    name: row.name,
    parameters: parametersOf(row),
    returns: returnShapeOf(row, tables),
    returnsSet: row.returns_set,
    isVolatile: row.is_volatile,
  }));
}

/** Modes of pg_proc.proargmodes: in, out, inout, variadic, table column. */
const INPUT = new Set(['i', 'b', 'v']);
const OUTPUT = new Set(['o', 'b', 't']);

function parametersOf(row: RoutineRow): Parameter[] {
  const inputs = row.parameter_modes.flatMap((mode, at) => (INPUT.has(mode) ? [at] : []));
  return inputs.map((at, position) => ({
    name: row.parameter_names[at] ?? '',
    type: row.parameter_types[at] ?? 'text',
    isRequired: position < inputs.length - row.defaults,
    isVariadic: row.is_variadic && row.parameter_modes[at] === 'v',
  }));
}

function returnShapeOf(row: RoutineRow, tables: ReadonlyMap<string, Table>): ReturnShape {
  if (row.return_type === 'void') return { kind: 'void' };
  const outputs = row.parameter_modes.flatMap((mode, at) => (OUTPUT.has(mode) ? [at] : []));
  if (outputs.length > 0) {
    const columns = outputs.map((at) => toColumn(row.parameter_names[at], row.parameter_types[at]));
    return { kind: 'rows', table: rowType(row, columns) };
  }
  if (row.return_kind !== 'c') return { kind: 'scalar' };
  const table = row.return_schema === row.schema ? tables.get(row.return_table ?? '') : undefined;
  // A row type of another schema, or a composite type: returned whole, since its columns are unknown.
  return table === undefined ? { kind: 'scalar' } : { kind: 'rows', table };
}

function toColumn(name = '', type = 'text'): Column {
  const isJson = type === 'json' || type === 'jsonb';
  return { name, type, nature: isJson ? 'json' : 'other', default: null };
}

function rowType(row: RoutineRow, columns: readonly Column[]): Table {
  return {
    schema: row.schema,
    name: row.name,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: [],
    relations: [],
    computedColumns: new Map(),
    computedRelations: new Map(),
  };
}
