import { type ReactNode, use } from 'react';
import { isKnown, Known, saysAddress } from './known-addresses.ts';
import { linkTextMatchesHost } from './link-text-matches-host.ts';
import { readTarget } from './read-target.ts';

interface AnswerLinkProps {
  href: string | undefined;
  children: ReactNode;
}

/** A link to a page that was found: it says where it leads, opens beside the app, and tells the other side nothing. */
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

/** A link that a model wrote. Where nobody else knows its address, that is shown in full, and leads nowhere. */
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
