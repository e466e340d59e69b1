import type { ReactNode } from 'react';

interface MailLinkProps {
  subject?: string;
  children?: ReactNode;
}

/** Email link to the operator. Hidden until the script knows the address, and for good if there is none. */
export function MailLink({ subject, children }: MailLinkProps) {
  return (
    <a className="link" data-brand="supportEmail" data-subject={subject} href="/" hidden>
      {children}
    </a>
  );
}
