import { readFileSync } from 'node:fs';

/** What was asked of the files in a folder; every path is relative to it. */
export type DiskEntry =
  | { readonly act: 'open'; readonly file: number; readonly path: string }
  | { readonly act: 'create' | 'mkdir' | 'remove'; readonly path: string }
  | { readonly act: 'rename'; readonly path: string; readonly to: string }
  | { readonly act: 'write'; readonly file: number; readonly at: number; readonly bytes: Uint8Array }
  | { readonly act: 'resize'; readonly file: number; readonly size: number }
  | { readonly act: 'resize-path'; readonly path: string; readonly size: number }
  | { readonly act: 'flush'; readonly file: number };

const LENGTHS = 8;

/** One entry as bytes: two lengths, what it says, and what was written. */
export function encodeEntry(entry: DiskEntry): Buffer {
  const { bytes, ...rest } = { bytes: new Uint8Array(), ...entry };
  const head = Buffer.from(JSON.stringify(rest));
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32LE(head.length, 0);
  lengths.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([lengths, head, bytes]);
}

/** In order, and where in the record each ends. The end may be torn off: whoever wrote it may still be writing. */
export function* readRecord(file: string): Generator<{ readonly entry: DiskEntry; readonly end: number }> {
  const record = readFileSync(file);
  for (let at = 0; at + LENGTHS <= record.length; ) {
    const head = at + LENGTHS;
    const body = head + record.readUInt32LE(at);
    const end = body + record.readUInt32LE(at + 4);
    if (end > record.length) return;
    const said: DiskEntry = JSON.parse(record.toString('utf8', head, body));
    yield { entry: said.act === 'write' ? { ...said, bytes: record.subarray(body, end) } : said, end };
    at = end;
  }
}
