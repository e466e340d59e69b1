import type { ComponentProps } from 'react';

/**
 * A link in a translated text, which supplies its label: `<Trans components={{ terms: <TextLink href="…" /> }}
 * />`.
 */
export function TextLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a className="link" {...rest}>
      {children}
    </a>
  );
}
