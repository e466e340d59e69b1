import type { ReactNode } from 'react';
import { readTarget } from './read-target.ts';
import { saysHost } from './says-host.ts';

/** A link in an answer: it says where it leads, opens beside the app, and tells the other side nothing. */
export function AnswerLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const target = readTarget(href);
  if (target === undefined) return <>{children}</>;
  return (
    <>
      <a className="link" href={target.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {!(typeof children === 'string' && saysHost(children, target)) && (
        <bdi dir="ltr" className="type-slip text-text-3">{` ${target.host || target.pathname}`}</bdi>
      )}
    </>
  );
}
