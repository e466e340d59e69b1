import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { SIGN_UP_DATA_MAX_BYTES } from '#domain/sign-up.ts';
import { isLoopback } from '#server/lib/is-loopback.ts';
import { isStorable } from '../../http/is-storable.ts';
import type { CodeChallenge } from '../proofs/flow-states.ts';
import { refusals } from './auth-error.ts';

/** An optional text field; clients also send null for a missing one. */
export const optionalText = z.string().nullish();
/** User metadata given at sign-up. */
export const optionalMetadata = z.record(z.string(), z.unknown()).nullish();
export const challengeFields = { code_challenge: optionalText, code_challenge_method: optionalText };

const LOCAL_PART = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Normalizes an address for storage and comparison. Undefined if it is invalid. */
export function normalizeEmail(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(at, 0));
  const domain = domainToASCII(trimmed.slice(at + 1));
  if (trimmed.length > 255 || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) return undefined;
  return `${local}@${domain}`;
}

export function readEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === undefined) throw refusals.invalid('Unable to validate email address: invalid format');
  return email;
}

/** Normalizes a number for storage and comparison: digits without `+`. Undefined if it is invalid (E.164). */
export function normalizePhone(text: string): string | undefined {
  const digits = text.trim().replace(/^\+/, '').replaceAll(' ', '');
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

export function readPhone(text: string): string {
  const phone = normalizePhone(text);
  if (phone === undefined) throw refusals.invalid('Invalid phone number format (E.164 required)');
  return phone;
}

export function readMetadata(data: Record<string, unknown> | null | undefined): Record<string, unknown> {
  const metadata = data ?? {};
  const json = JSON.stringify(metadata);
  if (Buffer.byteLength(json) > SIGN_UP_DATA_MAX_BYTES) {
    throw refusals.invalid(`data: must be at most ${SIGN_UP_DATA_MAX_BYTES} bytes of JSON`);
  }
  if (!isStorable(metadata)) throw refusals.invalid('data: must be well-formed text without NUL characters');
  return metadata;
}

const CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

export interface ChallengeInput {
  readonly code_challenge?: string | null | undefined;
  readonly code_challenge_method?: string | null | undefined;
}

/** Null: no PKCE. `plain` exposes the verifier, so it is only accepted on the developer's own machine. */
export function readChallenge(input: ChallengeInput, { siteUrl }: { siteUrl: string }): CodeChallenge | null {
  const challenge = input.code_challenge || null;
  const method = input.code_challenge_method?.toLowerCase() || null;
  if (challenge === null && method === null) return null;
  if (challenge === null || method === null) {
    throw refusals.invalid('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (!CHALLENGE.test(challenge)) {
    throw refusals.invalid('code_challenge: must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~');
  }
  if (method !== 's256' && !(method === 'plain' && isLoopback(new URL(siteUrl).hostname))) {
    throw refusals.invalid('code_challenge_method: must be s256');
  }
  return { challenge, method };
}

/** Wanted redirect target of a mail's link: a query parameter, or a header from older clients. */
export function wantedTarget({ url, request }: { url: URL; request: Request }): string | null {
  return url.searchParams.get('redirect_to') ?? request.headers.get('redirect_to');
}
