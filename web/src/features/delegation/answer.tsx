import { memo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { isLanguageCode, language } from '#domain/languages.ts';
import { classNames } from '#web/ui/class-names.ts';
import { AnswerLink } from './answer-link.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { splitBlocks } from './split-blocks.ts';

export interface AnswerProps {
  markdown: string;
  /** The language it was asked for in. */
  language: string;
  /** `m` for reading, `s` inside the list. */
  size?: 's' | 'm';
}

/** An answer, drawn from Markdown. Nothing in it is loaded, run or trusted. */
export function Answer({ markdown, language: code, size = 'm' }: AnswerProps) {
  const direction = isLanguageCode(code) ? language(code).direction : 'auto';
  return (
    <div
      lang={code}
      dir={direction}
      className={classNames(
        'wrap-anywhere [&>*:first-child]:mt-0',
        size === 'm' ? 'type-read' : 'type-body [&_h3]:type-title-3 [&_h3]:mt-4 [&_h3]:mb-1',
      )}
    >
      {splitBlocks(markdown).map((block, index) => (
        // Blocks have no identity but their place; only the last one changes.
        <Block key={`block-${index}`} markdown={block} />
      ))}
    </div>
  );
}

const REMARK = [remarkGfm];
const REHYPE = [rehypeSanitize];

const Block = memo(function Block({ markdown }: { markdown: string }) {
  return (
    <Markdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={COMPONENTS}>
      {markdown}
    </Markdown>
  );
});

const TITLE =
  'mt-6 text-balance [&:first-child]:mt-0 [font:600_1.625rem/2.125rem_var(--font-text)] max-md:[font:600_1.375rem/1.875rem_var(--font-text)] tracking-[-.02em] mb-3';
const SUBTITLE = 'mt-6 [font:600_1.0625rem/1.75rem_var(--font-text)]';

/** Headings begin at 3: the dialog has the title, and the task has its own. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h3 className={TITLE}>{children}</h3>,
  h2: ({ children }) => <h3 className={TITLE}>{children}</h3>,
  h3: ({ children }) => <h4 className={SUBTITLE}>{children}</h4>,
  h4: ({ children }) => <h5 className={SUBTITLE}>{children}</h5>,
  h5: ({ children }) => <h6 className={SUBTITLE}>{children}</h6>,
  h6: ({ children }) => <h6 className={SUBTITLE}>{children}</h6>,
  p: ({ children }) => <p className="mt-2">{children}</p>,
  ul: ({ children }) => <ul className="mt-2 list-['–'] ps-4 marker:text-text-3 [&>li]:ps-2">{children}</ul>,
  ol: ({ children, start }) => (
    <ol
      start={start}
      className="mt-2 list-decimal ps-6 marker:text-text-3 marker:[font-variant-numeric:normal] [&>li]:ps-1"
    >
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="mt-3 border-s-3 border-text ps-4 text-text-2">{children}</blockquote>
  ),
  pre: ({ children }) => (
    <ScrollBox
      label="Code"
      dir="ltr"
      className="mt-3 overflow-x-auto rounded-paper bg-desk px-3.5 py-3 text-text-2"
    >
      <pre>{children}</pre>
    </ScrollBox>
  ),
  code: ({ children }) => (
    <code className="rounded-check bg-well px-1 py-px wrap-anywhere [pre>&]:bg-transparent [pre>&]:p-0">
      {children}
    </code>
  ),
  hr: () => <hr className="my-6 border-line" />,
  table: ({ children }) => (
    <ScrollBox label="Table" className="mt-3 overflow-x-auto">
      <table className="w-full border-collapse [font:400_.9375rem/1.5rem_var(--font-text)]">{children}</table>
    </ScrollBox>
  ),
  th: ({ children, style }) => (
    <th
      style={style}
      className="type-meta-strong border-b border-line-strong py-1.5 pe-3 text-start text-text-3"
    >
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border-b border-line py-2.25 pe-3 align-top">
      {children}
    </td>
  ),
  a: ({ href, children }) => <AnswerLink href={href}>{children}</AnswerLink>,
  // A picture from elsewhere would tell its host who reads what, and when. It is named, never loaded.
  img: ({ src, alt }) => (
    <AnswerLink
      href={typeof src === 'string' ? src : undefined}
    >{`Image, not loaded: ${alt || 'no description'}`}</AnswerLink>
  ),
};
