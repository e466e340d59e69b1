import { useEffect, useRef } from 'react';
import { createTrustPolicy } from '#web/lib/page/trust-policy.ts';

const rules = { createHTML: (text: string) => text };
let policy: typeof rules | undefined;

/**
 * The one place where HTML from elsewhere is drawn. It needs no cleaning: the frame's sandbox runs no script,
 * has an origin of its own, and inherits our policy, which loads nothing from other hosts.
 */
function trust(html: string): string {
  policy ??= createTrustPolicy('mail-frame', rules);
  return policy.createHTML(html);
}

/** A mail as its reader would see it. Its links open in the whole window, because they lead into the app. */
export function MailFrame({ subject, html }: { subject: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = trust(`<base target="_top">${html}`);
  }, [html]);
  return (
    <iframe
      ref={frame}
      title={subject}
      sandbox="allow-top-navigation-by-user-activation"
      className="h-168 w-full rounded-paper border border-line bg-[#fff] scheme-light"
    />
  );
}
