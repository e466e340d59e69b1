/** What a policy may let through. TypeScript's DOM library does not know trusted types yet; to it they are texts. */
interface TrustRules {
  createHTML?: (html: string) => string;
  /** null: refused, and whoever asked gets an exception. */
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
