import { memo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import type { Processor } from 'unified';
import { type Evidence, isPage } from '#domain/evidence.ts';
import { isLanguageCode, language } from '#domain/languages.ts';
import { t } from '#web/texts/later.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ScrollBox } from '#web/ui/controls/scroll-box.tsx';
import { AnswerTable } from './answer-table.tsx';
import { CiteMark, UnverifiedMark } from './cite-mark.tsx';
import { citeSources } from './cite-sources.ts';
import { WrittenLink } from './links/answer-link.tsx';
import { type OutlinedBlock, outlineBlocks } from './outline.ts';
import { type FirstLevel, setHeadings } from './set-headings.ts';

/** Micromark's construct names for GFM footnotes. */
const FOOTNOTES = ['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'];

/** Disables footnotes: a model's own would look like our sources and link to nothing. */
function withoutNotes(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: FOOTNOTES } }];
}

export interface AnswerProps {
  markdown: string;
  /** Language that the answer was requested in. */
  language: string;
  /** `m` for the reading view, `s` inside the list. */
  size?: 's' | 'm';
  /** Sources that its citations link to. */
  evidence?: Evidence | null;
}

/** Renders an answer from Markdown. Nothing in it is loaded, run or trusted. */
export function Answer({ markdown, language: code, size = 'm', evidence = null }: AnswerProps) {
  const direction = isLanguageCode(code) ? language(code).direction : 'auto';
  return (
    <div
      lang={code}
      dir={direction}
      className={classNames(
        'answer wrap-anywhere [&>*:first-child]:mt-0',
        size === 'm' ? 'type-read' : 'answer-small type-body',
      )}
    >
      {outlineBlocks(markdown).map((block, index) => (
        // Blocks have no id but their index; only the last one changes.
        <Block key={`block-${index}`} {...block} level={size === 'm' ? 3 : 4} evidence={evidence} />
      ))}
    </div>
  );
}

const REMARK = [remarkGfm, withoutNotes];

interface BlockProps extends OutlinedBlock {
  level: FirstLevel;
  evidence: Evidence | null;
}

const Block = memo(function Block({ markdown, headings, level, evidence }: BlockProps) {
  const cite =
    evidence &&
    citeSources({
      numbers: new Set(evidence.sources.map(({ n }) => n)),
      pages: new Map(evidence.sources.filter(isPage).map(({ n, unit = 'page' }) => [n, unit])),
      unverified: evidence.unverified,
    });
  return (
    <Markdown
      remarkPlugins={REMARK}
      rehypePlugins={[rehypeSanitize, setHeadings(headings, level), ...(cite ? [cite] : [])]}
      components={COMPONENTS}
    >
      {markdown}
    </Markdown>
  );
}, isSameBlock);

/** Compares headings by value: their objects are new with every streamed word. */
function isSameBlock(a: BlockProps, b: BlockProps): boolean {
  const hasSameHeadings = a.headings.every(
    ({ depth, isTitle }, index) =>
      depth === b.headings[index]?.depth && isTitle === b.headings[index].isTitle,
  );
  return a.markdown === b.markdown && a.level === b.level && a.evidence === b.evidence && hasSameHeadings;
}

const COMPONENTS: Components = {
  // setHeadings() gives a class to headings that it turns into paragraphs.
  p: ({ children, className }) => <p className={className ?? 'mt-2'}>{children}</p>,
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
      label={t('delegation.code')}
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
  table: ({ node, children }) => <AnswerTable node={node}>{children}</AnswerTable>,
  th: ({ children, style }) => (
    <th
      style={style}
      className="type-meta-strong border-b border-line-strong py-1.5 pe-3 text-start wrap-break-word text-text-3"
    >
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border-b border-line py-2.25 pe-3 align-top">
      {children}
    </td>
  ),
  // Only citeSources() makes these two: the sanitiser runs before it and lets none through.
  cite: ({ children, ...props }) => (
    <CiteMark number={Number(children)} unit={'data-page' in props ? String(props['data-page']) : null} />
  ),
  mark: ({ children }) => <UnverifiedMark>{children}</UnverifiedMark>,
  a: ({ href, children }) => <WrittenLink href={href}>{children}</WrittenLink>,
  // A remote image would tell its host who reads it and when: show its name, never load it.
  img: ({ src, alt }) => (
    <WrittenLink href={typeof src === 'string' ? src : undefined}>
      {alt ? t('delegation.image_not_loaded', { alt }) : t('delegation.image_without_alt')}
    </WrittenLink>
  ),
};
