/**
 * The worker of PGlite, with a record in `<folder>.record` of everything that it asks of the disk, in order: what a
 * machine would have lost in a power cut can be told from it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import { serveEngine } from '#server/platform/db/pglite/serve-engine.ts';
import { type DiskEntry, encodeEntry } from '#tests/engines/disks/disk-record.ts';

const folder: string = workerData.folder;
const real = { ...fs };
const record = real.openSync(`${folder}.record`, 'a');

function note(entry: DiskEntry): void {
  const bytes = encodeEntry(entry);
  if (real.writeSync(record, bytes) !== bytes.length) throw new Error('the record is torn');
}

/** null: of another folder. */
function inside(file: string): string | null {
  const relative = path.relative(folder, file);
  return relative.startsWith('..') ? null : relative;
}

function noteName(act: 'create' | 'mkdir' | 'remove', file: string): void {
  const name = inside(file);
  if (name !== null) note({ act, path: name });
}

// PGlite's file system calls these by the module's object, and nothing else that changes a file. So do some of Node's
// own for each other: here each is made of those that do not, so that nothing is noted twice.
Object.assign(fs, {
  openSync(file: string, flags?: fs.OpenMode, mode?: fs.Mode) {
    const opened = real.openSync(file, flags ?? 'r', mode);
    const name = inside(file);
    if (name !== null) note({ act: 'open', file: opened, path: name });
    return opened;
  },
  writeSync(file: number, source: NodeJS.ArrayBufferView, offset: number, length: number, at: number) {
    const written = real.writeSync(file, source, offset, length, at);
    const bytes = new Uint8Array(source.buffer, source.byteOffset + offset, written);
    note({ act: 'write', file, at, bytes });
    return written;
  },
  writeFileSync(file: string, data: string, { mode }: { readonly mode: fs.Mode }) {
    if (data !== '') throw new Error('only an empty file was expected to be made at once');
    real.closeSync(real.openSync(file, 'w', mode));
    noteName('create', file);
  },
  mkdirSync(file: string, mode: fs.Mode) {
    real.mkdirSync(file, mode);
    noteName('mkdir', file);
  },
  unlinkSync(file: string) {
    real.unlinkSync(file);
    noteName('remove', file);
  },
  rmdirSync(file: string) {
    real.rmdirSync(file);
    noteName('remove', file);
  },
  renameSync(from: string, to: string) {
    real.renameSync(from, to);
    const [before, after] = [inside(from), inside(to)];
    if (before !== null && after !== null) note({ act: 'rename', path: before, to: after });
  },
  ftruncateSync(file: number, size: number) {
    real.ftruncateSync(file, size);
    note({ act: 'resize', file, size });
  },
  truncateSync(file: string, size: number) {
    const opened = real.openSync(file, 'r+');
    real.ftruncateSync(opened, size);
    real.closeSync(opened);
    const name = inside(file);
    if (name !== null) note({ act: 'resize-path', path: name, size });
  },
});

const { syncBuiltinESMExports } = await import('node:module');
syncBuiltinESMExports();

await serveEngine(workerData, {
  fsync(file) {
    real.fsyncSync(file);
    note({ act: 'flush', file });
  },
});
