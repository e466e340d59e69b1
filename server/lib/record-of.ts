/** Builds a record with a value for each key. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  const made: Record<string, Value> = Object.fromEntries(keys.map((key) => [key, valueOf(key)]));
  if (!hasAll(made, keys)) throw new Error('a key has no value');
  return made;
}

const hasAll = <Key extends string, Value>(
  made: Record<string, Value>,
  keys: readonly Key[],
): made is Record<Key, Value> => keys.every((key) => Object.hasOwn(made, key));
