import { entriesOf, readValues, type ValueReader } from './read-values.ts';

/** Collects all problems with the environment, so that an operator sees them at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(problems: readonly string[]) {
    super(`The configuration has errors:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentReader extends ValueReader {
  /** Returns the first capture group of the pattern for each matching variable, in order. */
  names(pattern: RegExp): string[];
  /**
   * Reads `NAME=key=value,key=value` by key. A key that used to have its own variable names it, which is still read; others
   * are null.
   */
  pairs(name: string, oldNames: Readonly<Record<string, string | null>>): ValueReader;
  /**
   * Warns about a deprecated name. If its successor is set too, it is an error, since it's unclear which one applies.
   */
  retire(oldName: string, successor: Successor): void;
  problem(message: string): void;
  /** Returns one warning per deprecated name in use. Throws ConfigError if any problem was recorded. */
  finish(): readonly string[];
}

export interface Successor {
  /** The replacement, as part of a sentence: `RATE_LIMITS=mail=…`. */
  readonly written: string;
  readonly isSet: boolean;
}

export function readEnvironment(environment: Environment): EnvironmentReader {
  const problems: string[] = [];
  const warnings: string[] = [];
  const text = (name: string): string | null => environment[name]?.trim() || null;
  const refuse = (name: string, allowed: string): void => void problems.push(`${name}: ${allowed}`);

  const retire = (oldName: string, { written, isSet }: Successor): void => {
    if (text(oldName) === null) return;
    if (isSet) refuse(oldName, `is an old name and ${written} is set too, remove ${oldName}`);
    else warnings.push(`${oldName} is an old name, set ${written} instead`);
  };

  return {
    ...readValues({ text, refuse }),
    names: (pattern) =>
      Object.keys(environment)
        .filter((name) => text(name) !== null)
        .flatMap((name) => pattern.exec(name)?.[1] ?? [])
        .toSorted(),
    pairs(name, oldNames) {
      const keys = Object.keys(oldNames);
      const values = parsePairs(text(name), keys);
      if (values === null)
        refuse(
          name,
          `must be comma-separated key=value pairs, each key once. The keys are ${keys.join(', ')}`,
        );
      const value = (key: string): string | null => values?.get(key) ?? null;
      for (const [key, oldName] of Object.entries(oldNames)) {
        if (oldName) retire(oldName, { written: `${name}=${key}=…`, isSet: value(key) !== null });
      }
      const oldText = (key: string): string | null => (oldNames[key] ? text(oldNames[key]) : null);
      return readValues({
        text: (key) => value(key) ?? oldText(key),
        refuse: (key, allowed) =>
          refuse(oldNames[key] && value(key) === null ? oldNames[key] : `${name}: ${key}`, allowed),
      });
    },
    retire,
    problem: (message) => problems.push(message),
    finish() {
      if (problems.length > 0) throw new ConfigError(problems);
      return warnings;
    },
  };
}

/** Null if it isn't a list of these keys with values. */
function parsePairs(text: string | null, keys: readonly string[]): ReadonlyMap<string, string> | null {
  const values = new Map<string, string>();
  for (const entry of entriesOf(text)) {
    const [, key = '', value = ''] = /^(\w+)\s*=\s*(.+)$/.exec(entry) ?? [];
    if (!keys.includes(key) || values.has(key)) return null;
    values.set(key, value);
  }
  return values;
}
