import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { assertNumber, type Text, TextError, type Texter } from './sms.ts';

export interface HttpGatewayOptions {
  /** Receives one POST per text. */
  readonly url: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly token: string;
  /** JSON template; `{to}` and `{text}` in its strings are replaced by the number (with `+`) and the text. */
  readonly body: JsonObject;
  /** Timeout of a text in milliseconds. Default 8000: callers wait at most 10 s. */
  readonly limit?: number;
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export const DEFAULT_BODY: JsonObject = { to: '{to}', text: '{text}' };

/** Statuses for an unreachable number. Any other error affects all texts, or is transient. */
const ABOUT_NUMBER = new Set([400, 422]);

/** Sends texts through any gateway that accepts a JSON POST per text. */
export function createHttpGateway({ url, token, body, limit = 8_000 }: HttpGatewayOptions): Texter {
  return {
    async send(text, signal) {
      assertNumber(text);
      const deadline = timeoutSignal(limit);
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(filled(body, text)),
        // Neither the token nor the number must go to an unconfigured URL.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      }).catch((cause: unknown) => {
        throw new TextError("couldn't reach the SMS gateway", { retryable: true, cause });
      });
      // The body may repeat number and code, so only the status is kept.
      await response.body?.cancel();
      if (response.ok) return;
      throw new TextError(`the SMS gateway refused the message (${response.status})`, {
        retryable: !ABOUT_NUMBER.has(response.status),
      });
    },
  };
}

/** Fills the template in a single pass: a text that contains `{to}` stays unchanged. */
function filled(template: Json, places: Pick<Text, 'to' | 'text'>): Json {
  if (typeof template === 'string') {
    return template.replace(/\{(to|text)\}/g, (_place, name) => (name === 'to' ? places.to : places.text));
  }
  if (isList(template)) return template.map((part) => filled(part, places));
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(Object.entries(template).map(([name, part]) => [name, filled(part, places)]));
}

/** Array.isArray doesn't narrow readonly arrays. */
function isList(template: Json): template is readonly Json[] {
  return Array.isArray(template);
}
