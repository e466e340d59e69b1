import type { Archive } from '../archive/open-archive.ts';
import { readXml } from '../archive/read-xml.ts';
import { MathText } from './math-text.ts';
import { folderOf, foldersOf } from './odf-objects.ts';

const FORMULA = 'application/vnd.oasis.opendocument.formula';

/** Formulas are documents within a document. Returns each by the folder that it's referred to by. */
export async function readFormulas(archive: Archive): Promise<ReadonlyMap<string, string>> {
  const formulas = new Map<string, string>();
  for (const folder of await foldersOf(archive, FORMULA)) {
    const math = new MathText();
    await readXml(archive, `${folderOf(folder)}/content.xml`, {
      open: (name, attributes) => math.open(name, attributes),
      text: (text) => math.add(text),
      close: () => math.close(),
    });
    formulas.set(folderOf(folder), math.end());
  }
  return formulas;
}
