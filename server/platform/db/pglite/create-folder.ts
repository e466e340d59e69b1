import { fork } from 'node:child_process';
import { constants, cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { newToken } from '#server/lib/ids.ts';
import { DatabaseError } from '../database.ts';
import { flush, flushTree } from './flush.ts';

const PROGRAM = new URL('./fill-folder.ts', import.meta.url);

/**
 * Creates a database folder atomically: it is either complete and flushed, or absent. Copies the template if there is
 * one, else runs initdb, which takes three seconds more.
 */
export async function createFolder(folder: string, template?: string): Promise<void> {
  if (isDatabase(folder)) return;
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new DatabaseError('55000', `${folder} isn't empty and isn't a database folder`);
  }
  removeUnfinished(folder);
  // A unique name: if this process is killed, its child may keep writing for a moment.
  const unfinished = `${folder}.new-${newToken(6)}`;
  if (template && isDatabase(template)) copyTemplate(template, unfinished);
  else await fill(unfinished);
  rmSync(folder, { recursive: true, force: true }); // empty, as checked above
  renameSync(unfinished, folder);
  flush(path.dirname(folder));
}

function isDatabase(folder: string): boolean {
  return existsSync(path.join(folder, 'PG_VERSION'));
}

function copyTemplate(template: string, folder: string): void {
  cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  flushTree(folder);
}

function removeUnfinished(folder: string): void {
  const parent = path.dirname(folder);
  for (const entry of readdirSync(parent)) {
    if (entry.startsWith(`${path.basename(folder)}.new-`)) {
      rmSync(path.join(parent, entry), { recursive: true, force: true });
    }
  }
}

/**
 * Runs in a separate process: initdb leaves 150 MB behind that are only freed when its process ends (measured; ending
 * a thread frees a third).
 */
async function fill(folder: string): Promise<void> {
  // Shares no output with the child: a reader waiting for our output to close must not wait for the child's.
  const child = fork(PROGRAM, [folder], {
    // Without optimising the engine's code, which takes longer than this short-lived process could gain by it.
    execArgv: ['--disable-warning=ExperimentalWarning', '--liftoff-only'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`couldn't create the database (${code ?? signal}): ${output.trim()}`));
    });
  });
}
