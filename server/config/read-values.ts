/** Source of values. */
export interface ValueSource {
  /** Null if not set. */
  readonly text: (name: string) => string | null;
  /** Records a bad value by its name. The value may be a secret, so it isn't repeated. */
  readonly refuse: (name: string, allowed: string) => void;
}

/** Reads single values; a bad one is recorded with its name and what is allowed, and reading continues. */
export interface ValueReader {
  text(name: string): string | null;
  integer(name: string, fallback: number, range: { min: number; max: number }): number;
  amount(name: string, fallback: number): number;
  choice<T extends string>(name: string, fallback: T, allowed: readonly T[]): T;
  flag(name: string, fallback: boolean): boolean;
  url(name: string, protocols: readonly string[]): string | null;
  /** A URL kept exactly as written: others compare it literally. */
  identifier(name: string, protocols: readonly string[]): string | null;
  list(name: string): string[];
  rate(name: string, fallback: RateLimit): RateLimit | null;
}

/** At most `limit` actions per window of `seconds`. */
export interface RateLimit {
  readonly limit: number;
  readonly seconds: number;
}

export function readValues({ text, refuse }: ValueSource): ValueReader {
  const address = (name: string, protocols: readonly string[]): string | null => {
    const value = text(name);
    if (value === null || (URL.canParse(value) && protocols.includes(new URL(value).protocol))) return value;
    refuse(name, `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return null;
  };

  return {
    text,
    integer(name, fallback, { min, max }) {
      const value = text(name);
      if (value === null) return fallback;
      const number = Number(value);
      if (Number.isInteger(number) && number >= min && number <= max) return number;
      refuse(name, `must be a whole number from ${min} to ${max}`);
      return fallback;
    },
    amount(name, fallback) {
      const value = text(name);
      if (value === null) return fallback;
      const number = Number(value);
      if (Number.isFinite(number) && number >= 0) return number;
      refuse(name, 'must be an amount such as 0.10');
      return fallback;
    },
    choice(name, fallback, allowed) {
      const value = text(name);
      if (value === null) return fallback;
      const found = allowed.find((option) => option === value);
      if (found === undefined) refuse(name, `must be one of ${allowed.join(', ')}`);
      return found ?? fallback;
    },
    flag(name, fallback) {
      const value = text(name);
      if (value === null) return fallback;
      // PostgREST's settings are usually written true and false.
      if (!['on', 'off', 'true', 'false'].includes(value)) refuse(name, 'must be on or off');
      return value === 'on' || value === 'true';
    },
    url: (name, protocols) => address(name, protocols)?.replace(/\/+$/, '') ?? null,
    identifier: address,
    list: (name) => entriesOf(text(name)),
    rate(name, fallback) {
      const value = text(name);
      if (value === null) return fallback;
      if (value === 'off') return null;
      const match = /^(\d{1,6})\/(\d{1,6})$/.exec(value);
      const limit = Number(match?.[1]);
      const seconds = Number(match?.[2]);
      if (limit > 0 && seconds > 0) return { limit, seconds };
      refuse(name, 'must be off, or a number of requests per number of seconds, such as 30/300');
      return fallback;
    },
  };
}

/** Splits a comma-separated list. */
export function entriesOf(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
