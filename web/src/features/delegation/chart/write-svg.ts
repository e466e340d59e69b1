import { toStorable } from '../download/markdown/read-runs.ts';
import type { SvgChild } from './svg.ts';

/** A drawing as the text of a file. Whatever the words in it, they stay words. */
export function writeSvg(node: SvgChild): string {
  if (node === null || node === undefined || node === false) return '';
  if (typeof node === 'string') return escapeXml(node);
  if (!('name' in node)) return node.map(writeSvg).join('');
  const attributes = Object.entries(node.attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${toXmlName(name)}="${escapeXml(String(value))}"`);
  const children = writeSvg(node.children);
  const start = `${node.name}${attributes.join('')}`;
  return children === '' ? `<${start}/>` : `<${start}>${children}</${node.name}>`;
}

/** `viewBox` is the one name that a drawing has with a capital in the file, too. */
const toXmlName = (name: string): string =>
  name === 'viewBox' ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string =>
  toStorable(text).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');
