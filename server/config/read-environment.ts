/** Collects what is wrong with the environment, so that an operator sees every mistake at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads single values; a bad one is noted with its name and what is allowed, and reading goes on. */
export interface EnvironmentReader {
  text(name: string): string | null;
  integer(name: string, fallback: number, range: { min: number; max: number }): number;
  amount(name: string, fallback: number): number;
  choice<T extends string>(name: string, fallback: T, allowed: readonly T[]): T;
  flag(name: string, fallback: boolean): boolean;
  url(name: string, protocols: readonly string[]): string | null;
  /** An address as it is written: others compare it to the letter. */
  identifier(name: string, protocols: readonly string[]): string | null;
  list(name: string): string[];
  /** What the first group of the pattern matches in the names that are set, in order. */
  names(pattern: RegExp): string[];
  rate(name: string, fallback: RateLimit): RateLimit | null;
  problem(message: string): void;
  /** Throws ConfigError when anything was noted. */
  finish(): void;
}

/** `limit` acts in each window of `seconds`. */
export interface RateLimit {
  readonly limit: number;
  readonly seconds: number;
}

export function readEnvironment(environment: Environment): EnvironmentReader {
  const problems: string[] = [];
  const text = (name: string): string | null => environment[name]?.trim() || null;
  const note = (name: string, allowed: string): void => {
    // The value itself may be a secret, so it is not repeated.
    problems.push(`${name}: ${allowed}`);
  };

  const address = (name: string, protocols: readonly string[]): string | null => {
    const value = text(name);
    if (value === null || (URL.canParse(value) && protocols.includes(new URL(value).protocol))) return value;
    note(name, `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return null;
  };

  return {
    text,
    integer(name, fallback, { min, max }) {
      const value = text(name);
      if (value === null) return fallback;
      const number = Number(value);
      if (Number.isInteger(number) && number >= min && number <= max) return number;
      note(name, `must be a whole number from ${min} to ${max}`);
      return fallback;
    },
    amount(name, fallback) {
      const value = text(name);
      if (value === null) return fallback;
      const number = Number(value);
      if (Number.isFinite(number) && number >= 0) return number;
      note(name, 'must be an amount such as 0.10');
      return fallback;
    },
    choice(name, fallback, allowed) {
      const value = text(name);
      if (value === null) return fallback;
      const found = allowed.find((option) => option === value);
      if (found === undefined) note(name, `must be one of ${allowed.join(', ')}`);
      return found ?? fallback;
    },
    flag(name, fallback) {
      const value = text(name);
      if (value === null) return fallback;
      // The data API's own settings are known as true and false elsewhere.
      if (!['on', 'off', 'true', 'false'].includes(value)) note(name, 'must be on or off');
      return value === 'on' || value === 'true';
    },
    url: (name, protocols) => address(name, protocols)?.replace(/\/+$/, '') ?? null,
    identifier: address,
    list: (name) =>
      (text(name) ?? '')
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    names: (pattern) =>
      Object.keys(environment)
        .filter((name) => text(name) !== null)
        .flatMap((name) => pattern.exec(name)?.[1] ?? [])
        .toSorted(),
    rate(name, fallback) {
      const value = text(name);
      if (value === null) return fallback;
      if (value === 'off') return null;
      const match = /^(\d{1,6})\/(\d{1,6})$/.exec(value);
      const limit = Number(match?.[1]);
      const seconds = Number(match?.[2]);
      if (limit > 0 && seconds > 0) return { limit, seconds };
      note(name, 'must be off or a number of acts per seconds, such as 30/300');
      return fallback;
    },
    problem: (message) => problems.push(message),
    finish() {
      if (problems.length > 0) throw new ConfigError(problems);
    },
  };
}
