import type { ReactNode } from 'react';

interface MailLinkProps {
  subject?: string;
  children?: ReactNode;
}

/** A mail to whoever runs this installation. Unseen until the page's script knows their address; without one, for good. */
export function MailLink({ subject, children }: MailLinkProps) {
  return (
    <a className="link" data-brand="supportEmail" data-subject={subject} href="/" hidden>
      {children}
    </a>
  );
}
