import type { CatalogueRows, ColumnRow } from './read-catalogue.ts';
import { relationsOf } from './relations.ts';
import { routinesOf } from './routines.ts';
import type { Column, ExposedSchema, Table } from './schema.ts';

/** One exposed schema, as the rows of the catalogue describe it. */
export function buildSchema(name: string, rows: CatalogueRows): ExposedSchema {
  const keys = rows.keys.filter((key) => key.schema === name);
  const relations = relationsOf(keys);
  const tables = new Map<string, Table>();
  const columnsByTable = Map.groupBy(
    rows.columns.filter((row) => row.schema === name),
    (row) => row.table,
  );
  for (const [table, columns] of columnsByTable) {
    tables.set(table, {
      schema: name,
      name: table,
      columns: new Map(columns.map((row) => [row.name, toColumn(row)])),
      primaryKey: keys.find((key) => key.table === table && key.kind === 'p')?.columns ?? [],
      relations: relations.get(table) ?? [],
    });
  }
  const routines = routinesOf(
    rows.routines.filter((row) => row.schema === name),
    tables,
  );
  return { name, tables, routines: Map.groupBy(routines, (routine) => routine.name) };
}

function toColumn(row: ColumnRow): Column {
  return { name: row.name, type: row.type, nature: natureOf(row.base_type), default: row.default };
}

function natureOf(baseType: string): Column['nature'] {
  if (baseType === 'json' || baseType === 'jsonb') return 'json';
  return baseType === 'tsvector' ? 'vector' : 'other';
}
