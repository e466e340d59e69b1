import { type ReactNode, use } from 'react';
import { Known } from './known.ts';
import { isKnown, saysAddress } from './known-addresses.ts';
import { readTarget } from './read-target.ts';

interface AnswerLinkProps {
  href: string | undefined;
  children: ReactNode;
}

/** A link to a known page: shows its host, opens in a new tab and sends no referrer. */
export function AnswerLink({ href, children }: AnswerLinkProps) {
  const target = readTarget(href);
  if (target === undefined) return <>{children}</>;
  return (
    <>
      <a className="link" href={target.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {!(typeof children === 'string' && linkTextMatchesHost(children, target)) && (
        <bdi
          dir="ltr"
          className="link-host type-slip text-text-3"
        >{` ${target.host || target.pathname}`}</bdi>
      )}
    </>
  );
}

/**
 * A link that a model wrote. If its address isn't known, it's shown in full as text instead of being linked.
 */
export function WrittenLink({ href, children }: AnswerLinkProps) {
  const known = use(Known);
  const target = readTarget(href);
  if (target === undefined) return <>{children}</>;
  if (isKnown(known, target.href)) return <AnswerLink href={href}>{children}</AnswerLink>;
  if (typeof children === 'string' && saysAddress(children, target.href)) return <>{children}</>;
  return (
    <>
      {children}
      <bdi dir="ltr" className="type-slip text-text-3">{` ${target.href.replace(/^mailto:/, '')}`}</bdi>
    </>
  );
}

/**
 * True if a link's text is its own address written out, so the host need not be shown again. A substring isn't
 * enough: `https://www.visa.com` contains `sa.com`, and `bank.example/evil.example` ends in another host.
 */
export function linkTextMatchesHost(text: string, { protocol, host, pathname }: URL): boolean {
  if (protocol === 'mailto:') return text === pathname;
  const shown = text.replace(/^https?:\/\//i, '').toLowerCase();
  return shown.startsWith(host) && /^(?:[/?#]|$)/.test(shown.slice(host.length));
}
