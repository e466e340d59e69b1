import { Parser } from 'htmlparser2';
import { type Archive, UnreadableError } from './open-archive.ts';

export type Attributes = Readonly<Record<string, string | undefined>>;

/** Receives the elements of a document by their names without prefix: writers choose prefixes freely. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Levels of elements. Real documents have some dozens; the parser's time grows with their square. */
const DEPTH_MAX = 500;

/**
 * Reads a part as a stream of elements. Entities other than XML's five aren't known, nothing outside is loaded, and a
 * document type that declares anything is refused. Rejects with UnreadableError, also if the part is cut off or no XML.
 */
export async function readXml(archive: Archive, part: string, handler: XmlHandler): Promise<void> {
  let isCut = false;
  let depth = 0;
  let hasElements = false;
  let hasText = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        hasElements = true;
        depth += 1;
        if (depth > DEPTH_MAX) throw new UnreadableError('broken', `${part} is nested too deeply`);
        handler.open?.(localName(name), attributes);
      },
      ontext: (text) => handler.text?.(text),
      onclosetag(name, isImplied) {
        // A tag that closes itself is implied too, but not at the end.
        if (isImplied && isEnding) isCut = true;
        depth -= 1;
        handler.close?.(localName(name));
      },
      onprocessinginstruction(name, data) {
        // OpenOffice 2 and old e-books name a type, and declare nothing.
        if (name.toLowerCase() === '!doctype' && data.includes('['))
          throw new UnreadableError('broken', `${part} has a document type`);
      },
    },
    { xmlMode: true },
  );
  let isEnding = false;
  await archive.read(part, (text) => {
    hasText ||= text !== '';
    parser.write(text);
  });
  isEnding = true;
  parser.end();
  if (isCut) throw new UnreadableError('broken', `${part} is cut off`);
  if (hasText && !hasElements) throw new UnreadableError('broken', `${part} is no XML`);
}

/** Name of an element or attribute without its prefix. */
export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/** Value of an attribute with any prefix. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  return attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
}
