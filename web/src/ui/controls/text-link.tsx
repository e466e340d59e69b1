import type { ReactNode } from 'react';

export interface TextLinkProps {
  href: string;
  /** Opens in a new tab, for links within a form, so that typed values stay. */
  newTab?: boolean;
  /** Filled in by `<Trans>`. */
  children?: ReactNode;
}

/**
 * A link within a sentence, as a full page load; inside the app, use the router's own with the class `link`.
 */
export function TextLink({ href, newTab = false, children }: TextLinkProps) {
  return (
    <a className="link" href={href} target={newTab ? '_blank' : undefined}>
      {children}
    </a>
  );
}
