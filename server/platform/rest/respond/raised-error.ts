import { z } from 'zod';
import { RestError } from './rest-error.ts';

const MESSAGE = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});

const DETAIL = z.object({
  status: z.int().min(200).max(599),
  status_text: z.string().nullish(),
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/)),
});

/** Parses `raise sqlstate 'PGRST' using message = '{…}', detail = '{…}'`, with which SQL sets the whole response. */
export function raisedError(message: string, detail: string | null): RestError {
  const said = MESSAGE.safeParse(parsed(message));
  if (!said.success) {
    return unusable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const how = DETAIL.safeParse(parsed(detail));
  if (!how.success) {
    return unusable(
      detail === null
        ? 'DETAIL is missing in the RAISE statement'
        : `Invalid JSON value for DETAIL: '${detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    );
  }
  return new RestError(how.data.status, said.data.code, said.data.message, {
    details: said.data.details ?? null,
    hint: said.data.hint ?? null,
    headers: how.data.headers,
  });
}

function unusable(details: string, hint: string): RestError {
  const message = 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error';
  return new RestError(500, 'PGRST121', message, { details, hint });
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null; // not JSON, so not an object either
  }
}
