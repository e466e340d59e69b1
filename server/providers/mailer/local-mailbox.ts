import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { newToken } from '#server/lib/ids.ts';
import { assertSendable } from './assert-sendable.ts';
import { type Attachment, type Mail, MailError, type Mailer } from './mailer.ts';

const storedMail = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sent_at: z.string(),
  /** Their content lies beside the mail. Missing in older ones. */
  attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })).default([]),
});
export type StoredMail = z.infer<typeof storedMail>;

/**
 * Stores mails on disk instead of sending them, for an installation without a mail server on the owner's own machine.
 */
export interface LocalMailbox extends Mailer {
  /** Newest first. */
  list(): Promise<StoredMail[]>;
  clear(): Promise<void>;
  /** An attachment of a mail by its place, with its content; null if there is none. */
  readAttachment(id: string, at: number): Promise<Attachment | null>;
  /** Stores a text message like a mail to the number. */
  keepText(message: { readonly kind: string; readonly to: string; readonly text: string }): Promise<void>;
}

export interface LocalMailboxOptions {
  readonly folder: string;
  /** Number of mails kept, newest first. Default 200. */
  readonly keep?: number;
}

const ID = /^\d{15}-\d{6}-[\w-]+$/;
const ENDING = '.json';

/** Process-wide, so that two mailboxes on one folder don't use the same number. */
let sent = 0;

export function createLocalMailbox({ folder, keep = 200 }: LocalMailboxOptions): LocalMailbox {
  /** Serializes writes, so that trimming counts correctly. */
  let writing: Promise<void> = Promise.resolve();

  async function ids(): Promise<string[]> {
    const all = await readdir(folder).catch(noneWhenMissing);
    const mails = all.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
    return mails.filter((id) => ID.test(id)).sort();
  }

  const pathOf = (id: string): string => join(folder, `${id}${ENDING}`);
  const attachmentsOf = (id: string): string => join(folder, `${id}.attachments`);

  async function remove(ids: readonly string[]): Promise<void> {
    await Promise.all(
      ids.flatMap((id) => [
        rm(pathOf(id), { force: true }),
        rm(attachmentsOf(id), { force: true, recursive: true }),
      ]),
    );
  }

  async function readMail(id: string): Promise<StoredMail | null> {
    const text = await readUnlessGone(pathOf(id));
    return text === null ? null : storedMail.parse(JSON.parse(text.toString()));
  }

  async function write({ kind, to, subject, text, html, attachments = [] }: Mail): Promise<void> {
    const now = Date.now();
    sent += 1;
    // Names sort by time; the number orders mails of the same millisecond.
    const id = `${String(now).padStart(15, '0')}-${String(sent).padStart(6, '0')}-${newToken(6)}`;
    const stored: StoredMail = {
      id,
      kind,
      to,
      subject,
      text,
      html,
      sent_at: new Date(now).toISOString(),
      attachments: attachments.map(({ name, type, content }) => ({ name, type, size: content.length })),
    };
    // Contains password reset links: readable by the owner only.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (attachments.length > 0) await mkdir(attachmentsOf(id), { mode: 0o700 });
    for (const [at, { content }] of attachments.entries()) {
      await writeFile(join(attachmentsOf(id), `${at}`), content, { mode: 0o600 });
    }
    await writeFile(`${pathOf(id)}.new`, JSON.stringify(stored), { mode: 0o600 });
    await rename(`${pathOf(id)}.new`, pathOf(id));
    await remove((await ids()).slice(0, -keep));
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
      const newestFirst = (await ids()).reverse();
      return (await Promise.all(newestFirst.map(readMail))).filter((mail) => mail !== null);
    },
    async readAttachment(id, at) {
      const mail = ID.test(id) ? await readMail(id) : null;
      const known = mail?.attachments[at];
      if (!known) return null;
      const content = await readUnlessGone(join(attachmentsOf(id), `${at}`));
      return content && { name: known.name, type: known.type, content };
    },
    async clear() {
      await writing;
      await remove(await ids());
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A mail may be trimmed between listing and reading. */
function readUnlessGone(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: unknown) => {
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
