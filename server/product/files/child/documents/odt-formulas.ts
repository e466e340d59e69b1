import type { Archive } from '../archive/open-archive.ts';
import { attributeOf, readXml } from '../archive/read-xml.ts';
import { MathText } from './math-text.ts';

const FORMULA = 'application/vnd.oasis.opendocument.formula';
/** More are built to take time. */
const FORMULAS_MAX = 5_000;

/** Formulas are documents within a document. Returns each by the folder that it's referred to by. */
export async function readFormulas(archive: Archive): Promise<ReadonlyMap<string, string>> {
  const folders: string[] = [];
  await readXml(archive, 'META-INF/manifest.xml', {
    open(_name, attributes) {
      const folder = attributeOf(attributes, 'full-path') ?? '';
      if (attributeOf(attributes, 'media-type') === FORMULA && folder !== '/') folders.push(folder);
    },
  });
  const formulas = new Map<string, string>();
  for (const folder of folders.slice(0, FORMULAS_MAX)) {
    const math = new MathText();
    await readXml(archive, `${folder.replace(/\/$/, '')}/content.xml`, {
      open: (name, attributes) => math.open(name, attributes),
      text: (text) => math.add(text),
      close: () => math.close(),
    });
    formulas.set(folderOf(folder), math.end());
  }
  return formulas;
}

/** `./Object 1`, `Object 1/` and `Object 1` are one folder. */
export const folderOf = (path: string): string => path.replace(/^\.\//, '').replace(/\/$/, '');
