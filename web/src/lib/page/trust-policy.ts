/** Rules of a trusted-types policy. TypeScript's DOM library lacks these types and treats them as strings. */
interface TrustRules {
  createHTML?: (html: string) => string;
  /** Null rejects the URL: the caller gets an exception. */
  createScriptURL?: (url: string) => string | null;
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy<Rules extends TrustRules>(name: string, rules: Rules): Rules };
  }
}

/**
 * Creates a Trusted Types policy, which our pages require; returns the plain rules in browsers without Trusted
 * Types.
 */
export function createTrustPolicy<Rules extends TrustRules>(name: string, rules: Rules): Rules {
  return window.trustedTypes?.createPolicy(name, rules) ?? rules;
}
