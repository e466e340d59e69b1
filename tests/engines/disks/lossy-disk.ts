import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { DiskEntry } from './disk-record.ts';

/** Which names a power cut leaves: all, those of the last flush of anything, or of the last flush of their own folder. */
export type KeptNames = 'all' | 'flushed' | 'of flushed folders';
/** What it leaves of the writes that were not flushed: nothing, or any sectors of any of them. */
export type KeptWrites = 'none' | 'any sectors';

export interface PowerCut {
  readonly names: KeptNames;
  readonly writes: KeptWrites;
  readonly random: () => number;
}

/** What a disk writes whole. A page of the database is sixteen of them. */
const SECTOR = 512;
const FOLDER = 'folder';

type Change = { readonly at: number; readonly bytes: Uint8Array } | { readonly size: number };

/** What a disk has of one file: what was flushed, and what has been asked for since. */
class DiskFile {
  /** As long as nothing has changed: the file that it was at the start. */
  #origin: string | null;
  #bytes = Buffer.alloc(0);
  #size = 0;
  #changes: Change[] = [];

  constructor(origin: string | null = null) {
    this.#origin = origin;
  }

  change(change: Change): void {
    this.#changes.push(change);
  }

  flush(): void {
    for (const change of this.#changes.splice(0)) this.#apply(change);
  }

  /** Loses what a power cut takes, and writes what is left. */
  cutTo(file: string, { writes, random }: PowerCut): void {
    const changes = this.#changes.splice(0);
    if (writes === 'any sectors') for (const change of changes) this.#applyTorn(change, random);
    if (this.#origin !== null) copyFileSync(this.#origin, file, constants.COPYFILE_FICLONE);
    else writeFileSync(file, this.#bytes.subarray(0, this.#size), { mode: 0o600 });
  }

  #applyTorn(change: Change, random: () => number): void {
    const luck = random();
    if (luck < 0.3) return;
    if ('size' in change || luck < 0.6) {
      this.#apply(change);
      return;
    }
    const { at, bytes } = change;
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + SECTOR - ((at + from) % SECTOR));
      if (random() < 0.5) this.#apply({ at: at + from, bytes: bytes.subarray(from, to) });
      from = to;
    }
  }

  #apply(change: Change): void {
    if (this.#origin !== null) {
      this.#bytes = readFileSync(this.#origin);
      this.#size = this.#bytes.length;
      this.#origin = null;
    }
    const end = 'size' in change ? change.size : change.at + change.bytes.length;
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    if ('size' in change) {
      if (end < this.#size) this.#bytes.fill(0, end, this.#size);
      this.#size = end;
    } else {
      this.#bytes.set(change.bytes, change.at);
      this.#size = Math.max(this.#size, end);
    }
  }
}

type Names = Map<string, DiskFile | typeof FOLDER>;

/**
 * A disk that has a folder as it is now, takes what is asked of it, and at a power cut loses what nobody flushed.
 * @param lies whether it forgets what it was told to flush
 */
export class LossyDisk {
  readonly #names: Names = new Map();
  readonly #opened = new Map<number, { readonly path: string; readonly found: DiskFile | typeof FOLDER }>();
  readonly #lies: boolean;
  /** As of the last flush of anything, and of each folder. */
  #flushed: Names;
  readonly #flushedFolders: Names;

  constructor(start: string, { lies = false } = {}) {
    this.#names.set('', FOLDER);
    for (const entry of readdirSync(start, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const found = entry.isDirectory() ? FOLDER : new DiskFile(file);
      this.#names.set(path.relative(start, file), found);
    }
    this.#flushed = new Map(this.#names);
    this.#flushedFolders = new Map(this.#names);
    this.#lies = lies;
  }

  take(entry: DiskEntry): void {
    switch (entry.act) {
      case 'open':
        this.#opened.set(entry.file, { path: entry.path, found: this.#at(entry.path) });
        return;
      case 'create':
        if (!this.#names.has(entry.path)) this.#names.set(entry.path, new DiskFile());
        this.#fileAt(entry.path).change({ size: 0 });
        return;
      case 'mkdir':
        this.#names.set(entry.path, FOLDER);
        return;
      case 'remove':
        this.#names.delete(entry.path);
        return;
      case 'rename':
        this.#rename(entry.path, entry.to);
        return;
      case 'write':
        this.#openedFile(entry.file).change(entry);
        return;
      case 'resize':
        this.#openedFile(entry.file).change(entry);
        return;
      case 'resize-path':
        this.#fileAt(entry.path).change(entry);
        return;
      case 'flush':
        if (!this.#lies) this.#flush(entry.file);
    }
  }

  /** Ends this disk: what it has kept stands in `folder` then. */
  cutTo(folder: string, cut: PowerCut): void {
    const names = { all: this.#names, flushed: this.#flushed, 'of flushed folders': this.#flushedFolders }[
      cut.names
    ];
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    // A folder before what is in it.
    for (const [name, found] of [...names].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const file = path.join(folder, name);
      if (!existsSync(path.dirname(file))) continue; // its folder is lost, and it with it
      if (found === FOLDER) mkdirSync(file, { recursive: true, mode: 0o700 });
      else found.cutTo(file, cut);
    }
  }

  #flush(number: number): void {
    const opened = this.#opened.get(number);
    if (!opened) throw new Error(`${number} was flushed, and is not open`);
    if (opened.found === FOLDER) {
      const isIn = (name: string): boolean => name !== '' && parentOf(name) === opened.path;
      for (const name of this.#flushedFolders.keys()) if (isIn(name)) this.#flushedFolders.delete(name);
      for (const [name, found] of this.#names) if (isIn(name)) this.#flushedFolders.set(name, found);
    } else opened.found.flush();
    this.#flushed = new Map(this.#names);
  }

  #rename(from: string, to: string): void {
    for (const [name, found] of this.#names) {
      if (name !== from && !name.startsWith(`${from}/`)) continue;
      this.#names.delete(name);
      this.#names.set(to + name.slice(from.length), found);
    }
  }

  #at(name: string): DiskFile | typeof FOLDER {
    const found = this.#names.get(name);
    if (found === undefined) throw new Error(`${name} is not on this disk`);
    return found;
  }

  #fileAt(name: string): DiskFile {
    const found = this.#at(name);
    if (found === FOLDER) throw new Error(`${name} is a folder`);
    return found;
  }

  #openedFile(number: number): DiskFile {
    const found = this.#opened.get(number)?.found;
    if (found === undefined || found === FOLDER) throw new Error(`${number} is no open file`);
    return found;
  }
}

const parentOf = (name: string): string => (name.includes('/') ? path.dirname(name) : '');
