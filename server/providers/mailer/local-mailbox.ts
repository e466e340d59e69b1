import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { newToken } from '#server/lib/ids.ts';
import { assertSendable } from './assert-sendable.ts';
import { type Mail, MailError, type Mailer } from './mailer.ts';

const storedMail = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sent_at: z.string(),
});
export type StoredMail = z.infer<typeof storedMail>;

/**
 * Stores mails on disk instead of sending them, for an installation without a mail server on the owner's own machine.
 */
export interface LocalMailbox extends Mailer {
  /** Newest first. */
  list(): Promise<StoredMail[]>;
  clear(): Promise<void>;
  /** Stores a text message like a mail to the number. */
  keepText(message: { readonly kind: string; readonly to: string; readonly text: string }): Promise<void>;
}

export interface LocalMailboxOptions {
  readonly folder: string;
  /** Number of mails kept, newest first. Default 200. */
  readonly keep?: number;
}

const FILE = /^\d{15}-\d{6}-[\w-]+\.json$/;

/** Process-wide, so that two mailboxes on one folder don't use the same number. */
let sent = 0;

export function createLocalMailbox({ folder, keep = 200 }: LocalMailboxOptions): LocalMailbox {
  /** Serializes writes, so that trimming counts correctly. */
  let writing: Promise<void> = Promise.resolve();

  async function names(): Promise<string[]> {
    const all = await readdir(folder).catch(noneWhenMissing);
    return all.filter((name) => FILE.test(name)).sort();
  }

  async function write(mail: Mail): Promise<void> {
    const now = Date.now();
    sent += 1;
    // Names sort by time; the number orders mails of the same millisecond.
    const id = `${String(now).padStart(15, '0')}-${String(sent).padStart(6, '0')}-${newToken(6)}`;
    const stored: StoredMail = { id, ...mail, sent_at: new Date(now).toISOString() };
    // Contains password reset links: readable by the owner only.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${id}.json`);
    await writeFile(`${path}.new`, JSON.stringify(stored), { mode: 0o600 });
    await rename(`${path}.new`, path);
    const old = (await names()).slice(0, -keep);
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  }

  function inTurn(mail: Mail): Promise<void> {
    const written = writing.then(() => write(mail));
    writing = written.catch(() => {});
    return written;
  }

  return {
    async send(mail) {
      assertSendable(mail);
      await inTurn(mail).catch((cause: unknown) => {
        throw new MailError("couldn't write to the local mailbox", { retryable: true, cause });
      });
    },
    keepText: ({ kind, to, text }) =>
      inTurn({ kind, to, subject: 'Text message', text, html: `<pre>${escaped(text)}</pre>` }),
    async list() {
      const newestFirst = (await names()).reverse();
      const texts = await Promise.all(newestFirst.map((name) => readUnlessGone(join(folder, name))));
      return texts.flatMap((text) => (text === null ? [] : storedMail.parse(JSON.parse(text))));
    },
    async clear() {
      await writing;
      await Promise.all((await names()).map((name) => rm(join(folder, name), { force: true })));
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A mail may be trimmed between listing and reading. */
function readUnlessGone(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

function noneWhenMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
