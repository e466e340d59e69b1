import { ExternalHyperlink, type IRunOptions, type ParagraphChild, TextRun } from 'docx';
import type { Definition, PhrasingContent } from 'mdast';
import { t } from '#web/texts/later.ts';
import { readTarget } from '../../answer/links/read-target.ts';
import { RTL } from '../set-apart.ts';

/** Targets of `[text][name]` by name. */
export type Definitions = ReadonlyMap<string, Definition>;

const LINK: IRunOptions = { color: '1F4E9E', underline: {} };
export const CODE: IRunOptions = { font: 'Courier New', noProof: true };

/**
 * Converts inline Markdown to text runs. `isLinked`: the nodes are inside a link, so links in them become plain
 * text; a nested link makes the file invalid and loses the inner text.
 */
export function toRuns(
  nodes: readonly PhrasingContent[],
  definitions: Definitions,
  style: IRunOptions = {},
  isLinked = false,
): ParagraphChild[] {
  const within = (children: readonly PhrasingContent[], more: IRunOptions) =>
    toRuns(children, definitions, { ...style, ...more }, isLinked);
  const link = (children: readonly PhrasingContent[], url: string) =>
    isLinked ? within(children, {}) : toLink(children, url, definitions, style);
  return nodes.flatMap((node): ParagraphChild[] => {
    switch (node.type) {
      case 'text':
        return [toRun(node.value.replace(/\n/g, ' '), style)];
      case 'strong':
        return within(node.children, { bold: true });
      case 'emphasis':
        return within(node.children, { italics: true });
      case 'delete':
        return within(node.children, { strike: true });
      case 'inlineCode':
        return [toRun(node.value, { ...style, ...CODE })];
      case 'break':
        return [new TextRun({ break: 1 })];
      case 'link':
        return link(node.children, node.url);
      case 'linkReference':
        return link(node.children, definitions.get(node.identifier)?.url ?? '');
      case 'image':
        return link(toImageName(node.alt), node.url);
      case 'imageReference':
        return link(toImageName(node.alt), definitions.get(node.identifier)?.url ?? '');
      case 'footnoteReference':
        return [toRun(`[${node.label ?? node.identifier}]`, { ...style, superScript: true })];
      case 'html':
        // The only way to break a line in a table cell.
        return /^<br\s*\/?>$/i.test(node.value) ? [new TextRun({ break: 1 })] : [];
    }
    return [];
  });
}

/** Drops characters that XML 1.0 forbids: a single one makes the file unreadable. */
export function toRun(text: string, style: IRunOptions): TextRun {
  const storable = text.toWellFormed().replace(UNSTORABLE, '');
  return new TextRun({ ...style, text: storable, ...(RTL.test(storable) && { rightToLeft: true }) });
}

// oxlint-disable-next-line no-control-regex -- these are the ones that XML 1.0 forbids
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function toLink(
  children: readonly PhrasingContent[],
  url: string,
  definitions: Definitions,
  style: IRunOptions,
): ParagraphChild[] {
  const target = readTarget(url);
  if (target === undefined) return toRuns(children, definitions, style);
  return [
    new ExternalHyperlink({
      link: target.href,
      children: toRuns(children, definitions, { ...style, ...LINK }, true),
    }),
  ];
}

/** Remote images are named, never loaded, as on screen. */
function toImageName(alt: string | null | undefined): PhrasingContent[] {
  const value = alt ? t('delegation.image_not_loaded', { alt }) : t('delegation.image_without_alt');
  return [{ type: 'text', value }];
}
