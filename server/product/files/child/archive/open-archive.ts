import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** A broken or hostile file, found while it is read. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly why: 'locked' | 'broken' | 'too_big';

  constructor(why: UnreadableError['why'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** A ZIP file with the parts of a document. */
export interface Archive {
  has(name: string): boolean;
  /** Passes on the text of a part, piece by piece. Rejects with UnreadableError; does nothing for a missing part. */
  read(name: string, onText: (text: string) => void): Promise<void>;
  /** A part as it is; empty if it is missing. Rejects with UnreadableError. */
  bytesOf(name: string): Promise<Buffer>;
}

/** More parts than any real document has. */
const PARTS_MAX = 20_000;
/**
 * Bytes that all parts may unfold to. A spreadsheet of 10 MB unfolds to 50 to 150 MB, while DEFLATE allows for a
 * thousand times its size.
 */
const UNFOLDED_MAX = 400 * 1024 * 1024;

/** Opens a ZIP file by its directory; parts are only unfolded when read. Rejects with UnreadableError. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await fromBufferPromise(bytes).catch(broken);
  if (zip.entryCount > PARTS_MAX) throw new UnreadableError('too_big', 'it has too many parts');
  const parts = new Map<string, Entry>();
  try {
    // The first of two parts of one name counts.
    for await (const entry of zip.eachEntry()) {
      const name = keyOf(entry.fileName);
      if (!parts.has(name)) parts.set(name, entry);
    }
  } catch (error) {
    broken(error);
  }
  let room = UNFOLDED_MAX;
  const unfoldPart = async (name: string, onChunk: (chunk: Buffer) => void): Promise<void> => {
    const part = parts.get(keyOf(name));
    if (part === undefined) return;
    if (part.isEncrypted()) throw new UnreadableError('locked', `${name} is encrypted`);
    // Checked again while unfolding: yauzl ends a stream that exceeds its stated size.
    room -= part.uncompressedSize;
    if (room < 0) throw new UnreadableError('too_big', 'it unfolds to too much');
    await unfold(zip, part, onChunk);
  };
  return {
    has: (name) => parts.has(keyOf(name)),
    async read(name, onText) {
      const decoder = new TextDecoder();
      await unfoldPart(name, (chunk) => onText(decoder.decode(chunk, { stream: true })));
      onText(decoder.decode());
    },
    async bytesOf(name) {
      const chunks: Buffer[] = [];
      await unfoldPart(name, (chunk) => chunks.push(chunk));
      return Buffer.concat(chunks);
    },
  };
}

/** Some programs write `sharedStrings.xml` and refer to `SharedStrings.xml`: case doesn't count (ECMA-376 part 2, 6.2). */
const keyOf = (name: string): string => name.toLowerCase();

/** Throws UnreadableError if a part that others refer to is missing. */
export function demandPart(archive: Archive, name: string): void {
  if (!archive.has(name)) throw new UnreadableError('broken', `it has no part ${name}`);
}

async function unfold(zip: ZipFile, part: Entry, onChunk: (chunk: Buffer) => void): Promise<void> {
  let sum = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(part)) {
      if (!Buffer.isBuffer(chunk)) continue;
      sum = crc32(chunk, sum);
      onChunk(chunk);
    }
  } catch (error) {
    broken(error);
  }
  if (sum !== part.crc32) throw new UnreadableError('broken', `${part.fileName} is damaged`);
}

function broken(cause: unknown): never {
  if (cause instanceof UnreadableError) throw cause;
  throw new UnreadableError('broken', 'it is not a whole ZIP file', { cause });
}
