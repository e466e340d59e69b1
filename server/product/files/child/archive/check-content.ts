import { type Archive, demandPart, UnreadableError } from './open-archive.ts';
import { readXml } from './read-xml.ts';

/** Rejects with UnreadableError if an OpenDocument file is encrypted, or has no content. */
export async function checkContent(archive: Archive): Promise<void> {
  await readXml(archive, 'META-INF/manifest.xml', {
    open(name) {
      if (name === 'encryption-data') throw new UnreadableError('locked', 'it is encrypted');
    },
  });
  demandPart(archive, 'content.xml');
}
