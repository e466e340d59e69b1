import { type Fields, fieldsOf, isFields, listOf, shown } from '../wire-body.ts';

/**
 * Returns OpenAI's error for a schema that isn't strict, with its path; null if it is. Wording: outlines 844 and
 * vercel/ai 6484.
 */
export function looseIn(schema: unknown, path: readonly string[] = []): string | null {
  if (!isFields(schema)) return null;
  const at = `In context=${tupleOf(path)}`;
  const properties = fieldsOf(schema['properties']);
  if (schema['type'] === 'object' || schema['properties'] !== undefined) {
    if (schema['additionalProperties'] !== false) {
      return `${at}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const required = listOf(schema['required']);
    const missing = Object.keys(properties).find((name) => !required.includes(name));
    if (missing !== undefined) {
      return `${at}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
    }
  }
  return firstLoose([
    ...Object.entries(properties).map(([name, part]) => [part, [...path, 'properties', name]] as const),
    ...(schema['items'] === undefined ? [] : [[schema['items'], [...path, 'items']] as const]),
    ...listOf(schema['anyOf']).map((part, at) => [part, [...path, 'anyOf', String(at)]] as const),
  ]);
}

function firstLoose(parts: readonly (readonly [unknown, readonly string[]])[]): string | null {
  for (const [part, path] of parts) {
    const loose = looseIn(part, path);
    if (loose !== null) return loose;
  }
  return null;
}

/** Formats a path as a Python tuple, as in these messages. */
function tupleOf(path: readonly string[]): string {
  const names = path.map((name) => `'${name}'`);
  return `(${names.join(', ')}${names.length === 1 ? ',' : ''})`;
}

/** Returns the schema of a request with `strict`. */
export function strictSchemaIn(format: Fields): { name: string; schema: unknown } | null {
  const { strict, name, schema } = fieldsOf(format['json_schema']);
  return strict === true ? { name: shown(name), schema } : null;
}
