import type { Archive } from '../archive/open-archive.ts';
import { readXml } from '../archive/read-xml.ts';
import type { Relation } from '../archive/relations.ts';

/**
 * Lines of the diagrams that Office draws from a list of texts, by the ids of their relations (ECMA-376 part 1, chapter 21,
 * “SmartArt”): the texts are in a part of their own. Rejects with UnreadableError.
 */
export async function readDiagrams(
  archive: Archive,
  relations: readonly Relation[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const diagrams = new Map<string, readonly string[]>();
  for (const { id, type, part } of relations)
    if (type === 'diagramData') diagrams.set(id, await readTexts(archive, part));
  return diagrams;
}

async function readTexts(archive: Archive, part: string): Promise<string[]> {
  const lines: string[] = [];
  let line = '';
  let isRun = false;
  await readXml(archive, part, {
    open(name) {
      if (name === 'r' || name === 'fld') isRun = true;
      else if (name === 'br') line += ' ';
    },
    text(more) {
      if (isRun) line += more;
    },
    close(name) {
      if (name === 'r' || name === 'fld') isRun = false;
      else if (name === 'p') {
        lines.push(line);
        line = '';
      }
    },
  });
  return lines;
}
