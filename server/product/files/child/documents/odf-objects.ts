import type { Archive } from '../archive/open-archive.ts';
import { attributeOf, readXml } from '../archive/read-xml.ts';
import { MathText } from './math-text.ts';
import { readChart } from './odf-charts.ts';

/** Documents within a document, by the folders that they are referred to by. */
export interface Objects {
  readonly formulas: ReadonlyMap<string, string>;
  /** Lines of each. */
  readonly charts: ReadonlyMap<string, readonly string[]>;
}

const FORMULA = 'application/vnd.oasis.opendocument.formula';
const CHART = 'application/vnd.oasis.opendocument.chart';
/** Of each type. More are built to take time. */
const OBJECTS_MAX = 5_000;

/** Reads the formulas and charts within a document. Rejects with UnreadableError. */
export async function readObjects(archive: Archive): Promise<Objects> {
  const folders = await foldersByType(archive);
  const formulas = new Map<string, string>();
  for (const folder of folders(FORMULA)) formulas.set(folder, await readFormula(archive, folder));
  const charts = new Map<string, readonly string[]>();
  for (const folder of folders(CHART)) charts.set(folder, await readChart(archive, folder));
  return { formulas, charts };
}

async function readFormula(archive: Archive, folder: string): Promise<string> {
  const math = new MathText();
  await readXml(archive, `${folder}/content.xml`, {
    open: (name, attributes) => math.open(name, attributes),
    text: (text) => math.add(text),
    close: () => math.close(),
  });
  return math.end();
}

async function foldersByType(archive: Archive): Promise<(type: string) => readonly string[]> {
  const found: { readonly type: string; readonly folder: string }[] = [];
  await readXml(archive, 'META-INF/manifest.xml', {
    open(_name, attributes) {
      const folder = attributeOf(attributes, 'full-path') ?? '';
      const type = attributeOf(attributes, 'media-type') ?? '';
      if (folder !== '/') found.push({ type, folder: folderOf(folder) });
    },
  });
  return (type) =>
    found
      .filter((one) => one.type === type)
      .slice(0, OBJECTS_MAX)
      .map(({ folder }) => folder);
}

/** `./Object 1`, `Object 1/` and `Object 1` are one folder. */
export const folderOf = (path: string): string => path.replace(/^\.\//, '').replace(/\/$/, '');
