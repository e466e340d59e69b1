export interface RedirectTargets {
  /** Returns the wanted target if it is allowed, the site URL otherwise. Never throws. */
  resolve(wanted: string | null | undefined): string;
}

export interface RedirectOptions {
  readonly siteUrl: string;
  readonly allowlist: readonly string[];
}

/** Blanks, control characters and backslashes: URL parsers disagree on them. */
const AMBIGUOUS = /[\s\p{Cc}\\]/u;

/**
 * Allowed targets after a link was used, to which a session is handed over: pages of the site itself and the
 * allowlist. Compares and returns the parsed URL, since a text that two parsers read differently could pass here and
 * lead elsewhere.
 */
export function createRedirectTargets({ siteUrl, allowlist }: RedirectOptions): RedirectTargets {
  const site = new URL(siteUrl);
  const patterns = allowlist.map(toPattern);

  function isAllowed(target: URL): boolean {
    // Userinfo can disguise the host: `https://errand.example@evil.example`.
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

/** `*` matches within a host label or path segment, `**` across them. Everything else is literal. */
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
