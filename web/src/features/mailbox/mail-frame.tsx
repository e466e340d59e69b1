import { useEffect, useRef } from 'react';

/** TypeScript's DOM library does not know trusted types yet; a trusted text is a text as far as it is concerned. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): string };
}
declare global {
  interface Window {
    trustedTypes?: TrustedTypes;
  }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * The one place where HTML from elsewhere is drawn. It needs no cleaning: the frame's sandbox runs no script,
 * has an origin of its own, and inherits our policy, which loads nothing from other hosts.
 */
function trust(html: string): string {
  policy ??= window.trustedTypes?.createPolicy('mail-frame', { createHTML: (text) => text });
  return policy ? policy.createHTML(html) : html;
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
