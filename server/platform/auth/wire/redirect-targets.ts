export interface RedirectTargets {
  /** The wanted target where it is allowed, else the site itself. Never throws, never says why. */
  resolve(wanted: string | null | undefined): string;
}

export interface RedirectOptions {
  readonly siteUrl: string;
  readonly allowlist: readonly string[];
}

/** Blanks, control characters and backslashes: programs disagree about what an address with them means. */
const AMBIGUOUS = /[\s\p{Cc}\\]/u;

/**
 * Where a link may lead after the token in it was used: a session is handed over there. Allowed are pages of the
 * site itself and the allowlist. What is compared, and what is answered, is the address as it was parsed: a text
 * that two programs read differently cannot pass here and lead elsewhere there.
 */
export function createRedirectTargets({ siteUrl, allowlist }: RedirectOptions): RedirectTargets {
  const site = new URL(siteUrl);
  const patterns = allowlist.map(toPattern);

  function isAllowed(target: URL): boolean {
    // A name in front of the host is how `https://errand.example@evil.example` pretends.
    if (target.username !== '' || target.password !== '') return false;
    if (isWeb(target) && target.origin === site.origin) return true;
    const address = withoutFragment(target);
    return patterns.some((pattern) => pattern.test(address));
  }

  return {
    resolve(wanted) {
      if (!wanted || wanted.length > 2048 || AMBIGUOUS.test(wanted)) return siteUrl;
      const target = URL.parse(wanted);
      return target && isAllowed(target) ? target.href : siteUrl;
    },
  };
}

function isWeb(target: URL): boolean {
  return target.protocol === 'http:' || target.protocol === 'https:';
}

function withoutFragment(target: URL): string {
  return target.href.slice(0, target.href.length - target.hash.length);
}

/** `*` stays within a host label or path segment, `**` crosses them. All else is literal. */
function toPattern(entry: string): RegExp {
  const normal = entry.includes('*') ? entry : (URL.parse(entry)?.href ?? entry);
  const source = normal
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^./]*' : escapeLiteral(part)))
    .join('');
  return new RegExp(`^${source}$`);
}

function escapeLiteral(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
