export interface ReadJsonOptions {
  /** Default 1 MB. */
  readonly maxBytes?: number;
  /** Maximum nesting of arrays and objects. Default 64. */
  readonly maxDepth?: number;
}

export type BodyProblem = 'request_entity_too_large' | 'bad_json' | 'unsupported_encoding';

/** An unusable body. Each room renders `code`, `status` and `message` in its own format. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly code: BodyProblem;
  readonly status: 400 | 413 | 415;

  constructor(code: BodyProblem, status: 400 | 413 | 415, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }
}

const MEGABYTE = 1024 * 1024;

/**
 * Reads a JSON body; undefined if there is none (the official auth client announces JSON and sends nothing on
 * sign-out). Counts while reading, so that neither a false length nor an endless body costs memory.
 * Throws BodyError.
 */
export async function readJson(request: Request, options: ReadJsonOptions = {}): Promise<unknown> {
  return (await readJsonText(request, options))?.value;
}

/** Same, with the source text: a number that was parsed and printed may have lost digits. */
export async function readJsonText(
  request: Request,
  options: ReadJsonOptions = {},
): Promise<{ readonly text: string; readonly value: unknown } | undefined> {
  const { maxBytes = MEGABYTE, maxDepth = 64 } = options;
  const text = await readText(request, maxBytes);
  if (text.trim() === '') return undefined;
  assertDepth(text, maxDepth);
  return { text, value: parse(text) };
}

/** Reads the body as text, for forms. Counts while reading as well. Throws BodyError. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    // A few kilobytes of gzip can inflate to gigabytes.
    throw new BodyError('unsupported_encoding', 415, `Send the body without ${encoding} encoding`);
  }
  return decode(await readBytes(request, maxBytes));
}

/** Reads the raw body. Throws BodyError if it is larger than allowed. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = (): BodyError =>
    new BodyError('request_entity_too_large', 413, `The body is larger than ${maxBytes} bytes`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream: the rest isn't read.
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw badJson('it is not UTF-8', cause);
  }
}

/** Checked before parsing: recursing into a deeply nested value later could overflow the stack. */
function assertDepth(text: string, maxDepth: number): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') {
      inString = true;
    } else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > maxDepth) throw badJson(`it is nested deeper than ${maxDepth} levels`);
    } else if (char === '}' || char === ']') {
      depth -= 1;
    }
  }
}

function parse(text: string): unknown {
  try {
    const mayNameAPrototype = text.includes('__proto__') || /\\u005f/i.test(text);
    return mayNameAPrototype ? JSON.parse(text, withoutPrototypes) : JSON.parse(text);
  } catch (cause) {
    throw badJson('it is not valid JSON', cause);
  }
}

/** `Object.assign` with a parsed `__proto__` key would change the prototype of its target. */
function withoutPrototypes(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

function badJson(reason: string, cause?: unknown): BodyError {
  return new BodyError('bad_json', 400, `Could not parse request body as JSON: ${reason}`, cause);
}
