import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ZipFile } from 'yazl';
import type { FileAccess } from '#server/platform/storage/file-access.ts';
import type { AccountFile, AccountTable } from './read-account.ts';

export interface Packing {
  readonly tables: readonly AccountTable[];
  readonly files: readonly AccountFile[];
  readonly access: FileAccess;
  readonly signal: AbortSignal;
  /** Called after each file. */
  readonly onFile: (done: number) => Promise<void>;
}

/** A zip archive as a stream: only one file at a time is in memory. */
export function packAccount({ tables, files, access, signal, onFile }: Packing): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const output = new Readable().wrap(zip.outputStream);
  zip.on('error', (error: Error) => output.destroy(error));
  zip.addBuffer(Buffer.from(README), 'README.txt');
  for (const { name, rows } of tables) {
    zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `data/${name}.json`);
  }
  let done = 0;
  const read = async (file: AccountFile): Promise<Buffer> => {
    signal.throwIfAborted();
    const bytes = await access.read(file, Number.POSITIVE_INFINITY);
    done += 1;
    await onFile(done);
    // Deleted since the list was made, so it isn't exported.
    return bytes ?? Buffer.alloc(0);
  };
  for (const file of files) {
    // Pictures and PDFs are already compressed.
    zip.addReadStreamLazy(file.name, { compress: false }, (give) => {
      read(file).then(
        (bytes) => give(null, Readable.from([bytes])),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
  return Readable.toWeb(output);
}

const README = `Everything that was in your account when this archive was made.

data/    One JSON file for each kind of thing: your profile and settings, what you have agreed to, projects, tasks,
         runs of the assistant with their steps and answers, files and whose they are, the trash, and every line of
         your credits.
files/   Your files, by their own names: attachments that you have added, results that the assistant has made.
         The eight characters in front of a name are those of its path in data/task_files.json.

All times are UTC.
`;
