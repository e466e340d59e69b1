import type { Archive } from '../archive/open-archive.ts';
import { attributeOf, readXml } from '../archive/read-xml.ts';

/** More are built to take time. */
const OBJECTS_MAX = 5_000;

/** Folders of the documents within a document that are of this type. */
export async function foldersOf(archive: Archive, type: string): Promise<string[]> {
  const folders: string[] = [];
  await readXml(archive, 'META-INF/manifest.xml', {
    open(_name, attributes) {
      const folder = attributeOf(attributes, 'full-path') ?? '';
      if (attributeOf(attributes, 'media-type') === type && folder !== '/') folders.push(folder);
    },
  });
  return folders.slice(0, OBJECTS_MAX);
}

/** `./Object 1`, `Object 1/` and `Object 1` are one folder. */
export const folderOf = (path: string): string => path.replace(/^\.\//, '').replace(/\/$/, '');
