import type { ComponentProps } from 'react';

/** A link in a sentence of the catalogue, which brings its words: `<Trans components={{ terms: <TextLink href="…" /> }} />`. */
export function TextLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a className="link" {...rest}>
      {children}
    </a>
  );
}
