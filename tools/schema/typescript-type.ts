const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
  record: 'Record<string, unknown>',
};

/** How a value of this type (its name in pg_type) arrives as JSON. Everything without a JSON form of its own is text. */
export function toTypeScript(type: string): string {
  if (type.startsWith('_')) return `${toTypeScript(type.slice(1))}[]`;
  return TYPES[type] ?? 'string';
}
