import type { Definition, PhrasingContent } from 'mdast';
import { t } from '#web/texts/later.ts';
import { readTarget } from '../../answer/links/read-target.ts';

/** Text in one style. */
export interface Run {
  readonly text: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly struck?: true;
  readonly code?: true;
  readonly raised?: true;
  /** Target, which may be opened. */
  readonly href?: string;
}

/** Inline content; null breaks the line. */
export type Inline = Run | null;

type Style = Omit<Run, 'text'>;

/** Targets of `[text][name]` by name. */
export type Definitions = ReadonlyMap<string, Definition>;

/** Converts inline Markdown to runs. Images are named, never loaded; raw HTML is dropped, as on screen. */
export function readRuns(
  nodes: readonly PhrasingContent[],
  definitions: Definitions,
  style: Style = {},
): Inline[] {
  const within = (children: readonly PhrasingContent[], more: Style) =>
    readRuns(children, definitions, { ...style, ...more });
  const link = (children: readonly PhrasingContent[], url: string | undefined) => {
    const target = style.href === undefined ? readTarget(url) : undefined;
    return within(children, target ? { href: target.href } : {});
  };
  return nodes.flatMap((node): Inline[] => {
    switch (node.type) {
      case 'text':
        return [{ ...style, text: toStorable(node.value.replace(/\n/g, ' ')) }];
      case 'strong':
        return within(node.children, { bold: true });
      case 'emphasis':
        return within(node.children, { italic: true });
      case 'delete':
        return within(node.children, { struck: true });
      case 'inlineCode':
        return [{ ...style, code: true, text: toStorable(node.value) }];
      case 'break':
        return [null];
      case 'link':
        return link(node.children, node.url);
      case 'linkReference':
        return link(node.children, definitions.get(node.identifier)?.url);
      case 'image':
        return link(toImageName(node.alt), node.url);
      case 'imageReference':
        return link(toImageName(node.alt), definitions.get(node.identifier)?.url);
      case 'footnoteReference':
        return [{ ...style, raised: true, text: `[${node.label ?? node.identifier}]` }];
      case 'html':
        // The only way to break a line in a table cell.
        return /^<br\s*\/?>$/i.test(node.value) ? [null] : [];
    }
    return [];
  });
}

export const textOf = (runs: readonly Inline[]): string => runs.map((run) => run?.text ?? '\n').join('');

/** Drops lone surrogates and characters that XML 1.0 forbids: a single one makes a .docx file unreadable. */
export const toStorable = (text: string): string => text.toWellFormed().replace(UNSTORABLE, '');

// oxlint-disable-next-line no-control-regex -- these are the ones that XML 1.0 forbids
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function toImageName(alt: string | null | undefined): PhrasingContent[] {
  const value = alt ? t('delegation.image_not_loaded', { alt }) : t('delegation.image_without_alt');
  return [{ type: 'text', value }];
}
