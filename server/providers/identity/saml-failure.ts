import { SamlStatusError } from '@node-saml/node-saml';
import { IdentityError } from './identity.ts';

const SIGNATURE = /^Invalid (document )?signature/;

/** True if the key may be a new one, which the metadata didn't have when it was read. */
export const mayBeNewKey = (error: unknown): boolean =>
  error instanceof IdentityError && error.cause instanceof Error && SIGNATURE.test(error.cause.message);

/** What to change where a check of node-saml fails; its own words only name the check. */
const ADVICE: readonly (readonly [check: RegExp, advice: string])[] = [
  [/^No decryption key/, 'turn off the encryption of assertions for Errand at the identity provider'],
  [
    SIGNATURE,
    'let the identity provider sign the assertion itself, not only the response, with a key of its metadata',
  ],
  [/not yet valid|expired|^No valid subject confirmation/, 'compare the clocks of both machines'],
  [
    /AudienceRestriction|audience mismatch/,
    'use the address of Errand’s metadata as the audience (entity ID)',
  ],
  [/InResponseTo/i, 'the response must belong to the request of this login'],
];

/**
 * Returns a failed response as an error whose message tells the operator what to change. node-saml checks the content
 * without a network, so none of its errors means that the provider is down, not even a TypeError.
 */
export function asSamlRefusal(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  // Not signed by all providers, but it can only end the login of this browser.
  if (error instanceof SamlStatusError) {
    return new IdentityError('denied', 'The identity provider didn’t log the person in', error);
  }
  const text = error instanceof Error ? error.message : '';
  const advice = ADVICE.find(([check]) => check.test(text))?.[1];
  return new IdentityError('refused', `The response was not accepted${advice ? `; ${advice}` : ''}`, error);
}
