import { readBytes, readJsonText, readText } from '../http/read-json.ts';
import { parseContentType } from './parse/parse-content-type.ts';
import { parseCsv } from './parse/parse-csv.ts';
import type { CallBody } from './plan/call-plan.ts';
import type { JsonBody } from './plan/payload.ts';

const MAX_BYTES = 1024 * 1024;

/** Lazily parsed request body; each form is parsed at most once. */
export interface RequestBody {
  /** Parses the rows or changes sent to a table; null if there are none. Throws BodyError or PGRST102. */
  rows(): Promise<JsonBody | null>;
  /** Parses the arguments sent to a function. Throws BodyError or PGRST102. */
  arguments(): Promise<CallBody>;
}

export function createRequestBody(request: Request): RequestBody {
  let rows: Promise<JsonBody | null> | undefined;
  let args: Promise<CallBody> | undefined;
  return {
    rows: () => (rows ??= readRows(request)),
    arguments: () => (args ??= readArguments(request)),
  };
}

async function readRows(request: Request): Promise<JsonBody | null> {
  switch (parseContentType(request.headers.get('content-type'), 'table')) {
    case 'json':
      return (await readJsonText(request)) ?? null;
    case 'csv':
      return toJson(parseCsv(await readText(request, MAX_BYTES)));
    case 'form':
      return toJson(Object.fromEntries(new URLSearchParams(await readText(request, MAX_BYTES))));
  }
}

async function readArguments(request: Request): Promise<CallBody> {
  const kind = parseContentType(request.headers.get('content-type'), 'function');
  switch (kind) {
    case 'json':
      return { kind, ...((await readJsonText(request)) ?? { text: '{}', value: {} }) };
    case 'form':
      return { kind, pairs: [...new URLSearchParams(await readText(request, MAX_BYTES))] };
    case 'bytea':
      return { kind, text: `\\x${Buffer.from(await readBytes(request, MAX_BYTES)).toString('hex')}` };
    case 'text':
    case 'xml':
      return { kind, text: await readText(request, MAX_BYTES) };
  }
}

function toJson(value: object): JsonBody {
  return { text: JSON.stringify(value), value };
}
