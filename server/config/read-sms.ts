import { z } from 'zod';
import { DEFAULT_BODY, type JsonObject } from '#server/providers/sms/http-gateway.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** The SMS service. `none`: sign-in by phone is not offered. */
export type SmsConfig =
  | { readonly kind: 'local' }
  | { readonly kind: 'none' }
  | { readonly kind: 'gateway'; readonly url: string; readonly token: string; readonly body: JsonObject };

const bodySchema = z.record(z.string(), z.json());

export function readSms(env: EnvironmentReader, production: boolean): SmsConfig {
  if (env.text('SMS_URL') === 'off') return { kind: 'none' };
  const url = env.url('SMS_URL', ['https:', 'http:']);
  const token = env.text('SMS_TOKEN');
  const body = readBody(env);
  if (url === null) {
    if (token !== null) env.problem('SMS_TOKEN: requires SMS_URL');
    return { kind: production ? 'none' : 'local' };
  }
  if (token === null) env.problem('SMS_TOKEN: required with SMS_URL');
  return { kind: 'gateway', url, token: token ?? '', body };
}

/** Without both placeholders, a text would have no recipient or no content. */
function readBody(env: EnvironmentReader): JsonObject {
  const text = env.text('SMS_BODY');
  if (text === null) return DEFAULT_BODY;
  const parsed = bodySchema.safeParse(parseJson(text));
  if (parsed.success && text.includes('{to}') && text.includes('{text}')) return parsed.data;
  env.problem(
    'SMS_BODY: must be a JSON object containing {to} and {text}, such as {"to":"{to}","text":"{text}"}',
  );
  return DEFAULT_BODY;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
