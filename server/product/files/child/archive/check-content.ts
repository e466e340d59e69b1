import { type Archive, UnreadableError } from './open-archive.ts';
import { readXml } from './read-xml.ts';

/** Rejects with UnreadableError if an OpenDocument file is encrypted, or has no content. */
export async function checkContent(archive: Archive): Promise<void> {
  await readXml(archive, 'META-INF/manifest.xml', {
    open(name) {
      if (name === 'encryption-data') throw new UnreadableError('locked', 'it is encrypted');
    },
  });
  if (!archive.names.has('content.xml')) throw new UnreadableError('broken', 'it has no content');
}
