import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../../product/operator/operator-act.ts';

/** Stored next to the folder `data` of a backup. */
export const MANIFEST = 'backup.json';

/** A path inside the data folder: nothing of a backup may be written elsewhere. */
const inside = z
  .string()
  .min(1)
  .refine(
    (path) => posix.normalize(path) === path && !path.startsWith('/') && !path.split('/').includes('..'),
  );

const contents = z.strictObject({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  folders: z.array(inside),
  files: z.array(
    z.strictObject({ path: inside, size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});
const manifest = contents.extend({ sha256: z.string() });

/** Contents of a backup. Includes folders, because the database needs even empty ones. Paths use forward slashes. */
export type BackupContents = z.infer<typeof contents>;

export function writeManifest(of: BackupContents): string {
  return `${JSON.stringify({ ...of, sha256: digestOf(of) }, null, 1)}\n`;
}

/** Throws OperatorError if it has been changed. `name` is for people. */
export function parseManifest(text: string, name: string): BackupContents {
  const damaged = `${name} has been changed or damaged. Use another backup.`;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw new OperatorError(damaged, { cause });
  }
  const { data } = manifest.safeParse(read);
  if (!data) throw new OperatorError(damaged);
  const { sha256, ...of } = data;
  if (sha256 !== digestOf(of)) throw new OperatorError(damaged);
  return of;
}

const digestOf = ({ format, made_at, folders, files }: BackupContents): string =>
  createHash('sha256')
    .update(JSON.stringify([format, made_at, folders, files]))
    .digest('hex');
