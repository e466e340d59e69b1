/** Rules of a trusted-types policy. TypeScript's DOM library lacks these types and treats them as strings. */
interface TrustRules {
  createHTML?: (html: string) => string;
  /** Null refuses: the caller gets an exception. */
  createScriptURL?: (url: string) => string | null;
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy<Rules extends TrustRules>(name: string, rules: Rules): Rules };
  }
}

/** A policy of trusted types, which our pages demand; the rules themselves in a browser that knows none. */
export function createTrustPolicy<Rules extends TrustRules>(name: string, rules: Rules): Rules {
  return window.trustedTypes?.createPolicy(name, rules) ?? rules;
}
