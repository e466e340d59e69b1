import type { CatalogueRows, ColumnRow } from './read-catalogue.ts';
import { primaryKeysOf, relationsOf } from './relations.ts';
import { routinesOf } from './routines.ts';
import { computedColumnsOf, computedRelationsOf } from './row-functions.ts';
import type { Column, ExposedSchema, Table } from './schema.ts';

/** Builds one exposed schema from the catalogue rows. */
export function buildSchema(name: string, rows: CatalogueRows, allowsAggregates = false): ExposedSchema {
  const all = { schema: name, keys: rows.keys, viewColumns: rows.viewColumns };
  const relations = relationsOf(all);
  const primaryKeys = primaryKeysOf(all);
  const rowFunctions = rows.rowFunctions.filter((row) => row.schema === name);
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
      primaryKey: primaryKeys.get(table) ?? [],
      relations: relations.get(table) ?? [],
      computedColumns: computedColumnsOf(rowFunctions, table),
      computedRelations: computedRelationsOf(rowFunctions, table),
    });
  }
  const routines = routinesOf(
    rows.routines.filter((row) => row.schema === name),
    tables,
  );
  return { name, allowsAggregates, tables, routines: Map.groupBy(routines, (routine) => routine.name) };
}

function toColumn(row: ColumnRow): Column {
  return { name: row.name, type: row.type, nature: natureOf(row.base_type), default: row.default };
}

function natureOf(baseType: string): Column['nature'] {
  if (baseType === 'json' || baseType === 'jsonb') return 'json';
  return baseType === 'tsvector' ? 'vector' : 'other';
}
