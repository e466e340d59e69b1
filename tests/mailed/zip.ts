import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a ZIP file, and what the file says of it where that isn't so. */
export interface ZipPart {
  readonly name: string;
  readonly data: Buffer | string;
  /** 0: as it is; 8: deflated; any other: as it is, but told so. */
  readonly method?: number;
  readonly says?: { readonly size?: number; readonly sum?: number; readonly flags?: number };
}

/** Writes a ZIP file byte by byte, so that it may tell what no library would write. */
export function writeZip(parts: readonly ZipPart[], { comment = '' } = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const { name, data, method = 8, says = {} } of parts) {
    const plain = Buffer.from(data);
    const stored = method === 8 ? deflateRawSync(plain) : plain;
    const entry = Buffer.alloc(26);
    entry.writeUInt16LE(20, 0);
    entry.writeUInt16LE(says.flags ?? 0x0800, 2);
    entry.writeUInt16LE(method, 4);
    entry.writeUInt32LE(says.sum ?? crc32(plain), 10);
    entry.writeUInt32LE(stored.length, 14);
    entry.writeUInt32LE(says.size ?? plain.length, 18);
    entry.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), entry, Buffer.from(name), stored]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(place, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), entry, rest, Buffer.from(name)]));
    files.push(file);
    place += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(place, 12);
  end.writeUInt16LE(Buffer.byteLength(comment), 16);
  return Buffer.concat([...files, list, Buffer.from('PK\x05\x06'), end, Buffer.from(comment)]);
}

/** The parts of a document, with changes to some. */
export const partsOf = (parts: Readonly<Record<string, string | Uint8Array>>): ZipPart[] =>
  Object.entries(parts).map(([name, data]) => ({ name, data: Buffer.from(data) }));
