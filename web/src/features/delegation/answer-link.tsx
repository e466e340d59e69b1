import type { ReactNode } from 'react';

/** A link in an answer: it says where it leads, opens beside the app, and tells the other side nothing. */
export function AnswerLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const target = readTarget(href);
  if (target === undefined) return <>{children}</>;
  return (
    <>
      <a className="link" href={target.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {!saysHost(children, target.host) && (
        <bdi dir="ltr" className="type-slip text-text-3">{` ${target.host}`}</bdi>
      )}
    </>
  );
}

function readTarget(href: string | undefined): { href: string; host: string } | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const { protocol, host, pathname } = new URL(href);
  if (protocol === 'https:' || protocol === 'http:') return { href, host };
  return protocol === 'mailto:' ? { href, host: pathname } : undefined;
}

/** An address that stands there written out needs no repeating. */
function saysHost(children: ReactNode, host: string): boolean {
  return typeof children === 'string' && children.includes(host);
}
