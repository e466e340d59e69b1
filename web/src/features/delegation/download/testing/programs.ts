import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Whether this machine has a program that this project didn't write. */
export const isInstalled = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface Folder extends Disposable {
  readonly at: (name: string) => string;
  readonly read: (name: string) => Buffer;
}

/** Files for other programs, which are gone afterwards. */
export function folderWith(files: Files): Folder {
  const folder = mkdtempSync(path.join(tmpdir(), 'elsewhere-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return {
    at: (name) => path.join(folder, name),
    read: (name) => readFileSync(path.join(folder, name)),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** Runs a program to its end, and gives what it prints. */
export async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** As its dialog would find out: separated by commas, quoted by ", in UTF-8. */
const READ_CSV = '--infilter=CSV:44,34,76';

export interface Office extends Disposable {
  /** Opens files, one program for all, and saves each in another format; by their names. */
  readonly open: (files: Files, to: 'fodt' | 'fods' | 'pdf') => Promise<Map<string, Buffer>>;
}

/** LibreOffice without windows, which learns about this machine once. Its flat XML says what it has found in a file. */
export function findOffice(): Office {
  const profile = folderWith({});
  return {
    async open(files, to) {
      using folder = folderWith(files);
      const names = Object.keys(files);
      await run(
        'soffice',
        `-env:UserInstallation=file://${profile.at('profile')}`,
        '--headless',
        ...(names.every((name) => name.endsWith('.csv')) ? [READ_CSV] : []),
        '--convert-to',
        to,
        '--outdir',
        folder.at('.'),
        ...names.map(folder.at),
      );
      return new Map(names.map((name) => [name, folder.read(name.replace(/\w+$/, to))]));
    },
    [Symbol.dispose]: () => profile[Symbol.dispose](),
  };
}
