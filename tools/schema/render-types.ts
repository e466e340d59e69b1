import type { FunctionShape } from './read-functions.ts';
import type { Column, Relationship, Table } from './read-tables.ts';
import { toTypeScript } from './typescript-type.ts';

const HEAD = `// The schema "public" after all migrations. Made by tools/generate-types.ts: do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

`;
const NONE = '{ [_ in never]: never }';

/** The form of Supabase's own generator, which supabase-js reads. */
export function renderTypes(tables: readonly Table[], functions: readonly FunctionShape[]): string {
  const isTable = ({ isView }: Table): boolean => !isView;
  const isView = (table: Table): boolean => table.isView;
  const lines = [
    'export type Database = {',
    '  public: {',
    ...section('Tables', tables.filter(isTable).flatMap(renderTable)),
    ...section('Views', tables.filter(isView).flatMap(renderView)),
    ...section(
      'Functions',
      functions.flatMap((shape) => renderFunction(shape, tables)),
    ),
    `    Enums: ${NONE};`,
    `    CompositeTypes: ${NONE};`,
    '  };',
    '};',
  ];
  return `${HEAD}${lines.join('\n')}\n`;
}

function section(name: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [`    ${name}: ${NONE};`] : [`    ${name}: {`, ...indent(lines, 6), '    };'];
}

function renderTable({ name, columns, relationships }: Table): string[] {
  return [
    `${name}: {`,
    ...indent(block('Row', columns.map(rowField)), 2),
    ...indent(block('Insert', columns.map(insertField)), 2),
    ...indent(block('Update', columns.map(updateField)), 2),
    ...indent(renderRelationships(relationships), 2),
    '};',
  ];
}

function renderView({ name, columns }: Table): string[] {
  return [`${name}: {`, ...indent(block('Row', columns.map(rowField)), 2), '  Relationships: [];', '};'];
}

const typeOf = ({ type, nullable }: Column): string => `${toTypeScript(type)}${nullable ? ' | null' : ''}`;
const rowField = (column: Column): string => `${column.name}: ${typeOf(column)};`;

function insertField(column: Column): string {
  if (column.generated) return `${column.name}?: never;`;
  return `${column.name}${column.nullable || column.hasDefault ? '?' : ''}: ${typeOf(column)};`;
}

function updateField(column: Column): string {
  return `${column.name}?: ${column.generated ? 'never' : typeOf(column)};`;
}

function renderRelationships(relationships: readonly Relationship[]): string[] {
  if (relationships.length === 0) return ['Relationships: [];'];
  const texts = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');
  return [
    'Relationships: [',
    ...relationships.flatMap(({ name, columns, isOneToOne, referenced, referencedColumns }) => [
      '  {',
      `    foreignKeyName: '${name}';`,
      `    columns: [${texts(columns)}];`,
      `    isOneToOne: ${isOneToOne};`,
      `    referencedRelation: '${referenced}';`,
      `    referencedColumns: [${texts(referencedColumns)}];`,
      '  },',
    ]),
    '];',
  ];
}

function renderFunction(shape: FunctionShape, tables: readonly Table[]): string[] {
  const fields = shape.input.map(
    ({ name, type, hasDefault }) => `${name}${hasDefault ? '?' : ''}: ${toTypeScript(type)}`,
  );
  return [
    `${shape.name}: {`,
    `  Args: ${fields.length === 0 ? 'never' : `{ ${fields.join('; ')} }`};`,
    `  Returns: ${returnsOf(shape, tables)}${shape.isSet ? '[]' : ''};`,
    '};',
  ];
}

function returnsOf({ output, returns, returnsRowOf }: FunctionShape, tables: readonly Table[]): string {
  if (output.length > 0)
    return `{ ${output.map(({ name, type }) => `${name}: ${toTypeScript(type)}`).join('; ')} }`;
  const table = tables.find(({ name }) => name === returnsRowOf);
  if (table) return `Database['public']['${table.isView ? 'Views' : 'Tables'}']['${table.name}']['Row']`;
  return toTypeScript(returns);
}

function block(name: string, fields: readonly string[]): string[] {
  return [`${name}: {`, ...indent(fields, 2), '};'];
}

function indent(lines: readonly string[], width: number): string[] {
  return lines.map((line) => ' '.repeat(width) + line);
}
