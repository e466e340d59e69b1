import { assertNumber, type Text, TextError, type Texter } from './sms.ts';

export interface HttpGatewayOptions {
  /** Gets one POST for each text. */
  readonly url: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly token: string;
  /** The JSON to send; `{to}` and `{text}` in its texts become the number (with `+`) and what it is told. */
  readonly body: JsonObject;
  /** Milliseconds for one text. Default 8000: a caller waits at most 10 s. */
  readonly limit?: number;
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export const DEFAULT_BODY: JsonObject = { to: '{to}', text: '{text}' };

/** What a gateway says of a number that it will never reach. Anything else concerns every text, or passes. */
const ABOUT_NUMBER = new Set([400, 422]);

/** Hands texts to any gateway that takes one JSON POST for each. */
export function createHttpGateway({ url, token, body, limit = 8_000 }: HttpGatewayOptions): Texter {
  return {
    async send(text, signal) {
      assertNumber(text);
      const deadline = AbortSignal.timeout(limit);
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(filled(body, text)),
        // An address that was not configured gets neither the token nor anybody's number.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      }).catch((cause: unknown) => {
        throw new TextError('the SMS gateway could not be reached', { retryable: true, cause });
      });
      // Its words may repeat the number and the code: only the status is kept.
      await response.body?.cancel();
      if (response.ok) return;
      throw new TextError(`the SMS gateway refused the text (${response.status})`, {
        retryable: !ABOUT_NUMBER.has(response.status),
      });
    },
  };
}

/** The template with its two places filled, in one pass: a text that holds `{to}` stays as it is. */
function filled(template: Json, places: Pick<Text, 'to' | 'text'>): Json {
  if (typeof template === 'string') {
    return template.replace(/\{(to|text)\}/g, (_place, name) => (name === 'to' ? places.to : places.text));
  }
  if (isList(template)) return template.map((part) => filled(part, places));
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(Object.entries(template).map(([name, part]) => [name, filled(part, places)]));
}

/** Array.isArray does not tell read-only lists apart. */
function isList(template: Json): template is readonly Json[] {
  return Array.isArray(template);
}
