import { ExternalHyperlink, type IRunOptions, type ParagraphChild, TextRun } from 'docx';
import type { Definition, PhrasingContent } from 'mdast';
import { t } from '#web/texts/app.ts';
import { readTarget } from './read-target.ts';

/** Where `[text][name]` leads, by name. */
export type Definitions = ReadonlyMap<string, Definition>;

const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const FIRST_LETTER = /\p{L}/u;
const LINK: IRunOptions = { color: '1F4E9E', underline: {} };
export const CODE: IRunOptions = { font: 'Courier New', noProof: true };

/** Words within a paragraph, as the pieces that a word processor knows. */
export function toRuns(
  nodes: readonly PhrasingContent[],
  definitions: Definitions,
  style: IRunOptions = {},
): ParagraphChild[] {
  return nodes.flatMap((node): ParagraphChild[] => {
    switch (node.type) {
      case 'text':
        return [toRun(node.value.replace(/\n/g, ' '), style)];
      case 'strong':
        return toRuns(node.children, definitions, { ...style, bold: true });
      case 'emphasis':
        return toRuns(node.children, definitions, { ...style, italics: true });
      case 'delete':
        return toRuns(node.children, definitions, { ...style, strike: true });
      case 'inlineCode':
        return [toRun(node.value, { ...style, ...CODE })];
      case 'break':
        return [new TextRun({ break: 1 })];
      case 'link':
        return toLink(node.children, node.url, definitions, style);
      case 'linkReference':
        return toLink(node.children, definitions.get(node.identifier)?.url ?? '', definitions, style);
      case 'image':
        return toImageName(node.alt, node.url, style);
      case 'imageReference':
        return toImageName(node.alt, definitions.get(node.identifier)?.url ?? '', style);
      case 'footnoteReference':
        return [toRun(`[${node.label ?? node.identifier}]`, { ...style, superScript: true })];
      case 'html':
        // In a cell there is no other way to begin a line.
        return /^<br\s*\/?>$/i.test(node.value) ? [new TextRun({ break: 1 })] : [];
    }
    return [];
  });
}

/** A piece of text. What a file of XML cannot hold is left out of it: one such character, and no program opens it. */
export function toRun(text: string, style: IRunOptions): TextRun {
  const storable = text.toWellFormed().replace(UNSTORABLE, '');
  return new TextRun({ ...style, text: storable, ...(RTL.test(storable) && { rightToLeft: true }) });
}

// oxlint-disable-next-line no-control-regex -- these are the ones that XML 1.0 forbids
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Whether a paragraph runs from right to left: by its first letter, where the language does not say. */
export function isRightToLeft(text: string): boolean {
  return RTL.test(FIRST_LETTER.exec(text)?.[0] ?? '');
}

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
      children: toRuns(children, definitions, { ...style, ...LINK }),
    }),
  ];
}

/** A picture from elsewhere is named, never loaded, as on the screen. */
function toImageName(alt: string | null | undefined, url: string, style: IRunOptions): ParagraphChild[] {
  const name = alt ? t('delegation.image_not_loaded', { alt }) : t('delegation.image_without_alt');
  return toLink([{ type: 'text', value: name }], url, new Map(), style);
}
