/**
 * Structured log lines, one JSON object each, on standard output.
 * Never pass tokens, passwords, prompts, answers or whole addresses as fields.
 */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Returns a log that adds these fields to each line. */
  with(fields: LogFields): Log;
}

export type LogFields = Readonly<Record<string, unknown>>;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const ORDER: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** `current`: fields of the moment, such as the trace at work. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void,
  { base = {}, current = () => ({}) }: { base?: LogFields; current?: () => LogFields } = {},
): Log {
  const at =
    (own: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields: LogFields = {}): void => {
      if (ORDER[own] < ORDER[level]) return;
      const line = { time: new Date().toISOString(), level: own, message, ...current(), ...base, ...fields };
      write(escapeRest(JSON.stringify(line, plain)));
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => createLog(level, write, { base: { ...base, ...fields }, current }),
  };
}

/**
 * JSON escapes the first 32 control characters. Terminals also interpret the C1 set, and some readers break lines at
 * U+2028/9.
 */
function escapeRest(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Makes errors and bigints serializable. JSON escapes line breaks, so each event is one line. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) return describeError(value);
  return value;
}

function describeError(error: Error): Record<string, unknown> {
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return { name: error.name, message: error.message, code, stack: error.stack, cause };
}

export const silentLog: Log = createLog('silent', () => {});
