import type { ReactNode } from 'react';

export interface TextLinkProps {
  href: string;
  /** In a tab of its own: for what is read in the middle of a form, so that what was typed stays. */
  newTab?: boolean;
  /** Filled in by `<Trans>`. */
  children?: ReactNode;
}

/** A link inside a sentence. It loads its page whole; inside the app, take the router's own with the class `link`. */
export function TextLink({ href, newTab = false, children }: TextLinkProps) {
  return (
    <a className="link" href={href} target={newTab ? '_blank' : undefined}>
      {children}
    </a>
  );
}
