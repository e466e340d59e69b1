import PostalMime, { type Address, type Email } from 'postal-mime';
import { UnreadableError } from '../archive/open-archive.ts';
import { addHtml } from './html-text.ts';
import { fromHeader } from './mail-header.ts';
import { SectionText } from './section-text.ts';

/** Levels of parts within parts. */
const NESTING_MAX = 20;
const HEADERS_MAX = 1024 * 1024;

/** Rejects with UnreadableError. */
export async function parseMail(bytes: Uint8Array | string): Promise<Email> {
  const limits = { maxNestingDepth: NESTING_MAX, maxHeadersSize: HEADERS_MAX };
  return PostalMime.parse(bytes, { ...limits, attachmentEncoding: 'arraybuffer' }).catch((cause: unknown) => {
    throw new UnreadableError('broken', 'it is nested too deeply, or has too long a header', { cause });
  });
}

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly date: string;
  readonly subject: string;
  /** Names of what is attached; empty for a part without one. */
  readonly attached: readonly string[];
}

/**
 * Sections of an email (RFC 5322): who wrote it to whom and when, its text, and the names of what is attached. Rejects
 * with UnreadableError.
 */
export async function readEml(bytes: Uint8Array): Promise<string[]> {
  const mail = await parseMail(fromHeader(bytes));
  const text = new SectionText();
  addEnvelope(text, {
    from: mail.from ? nameOf(mail.from) : '',
    to: (mail.to ?? []).map(nameOf),
    cc: (mail.cc ?? []).map(nameOf),
    date: writtenDate(mail),
    subject: mail.subject ?? '',
    attached: mail.attachments.map(({ filename }) => filename ?? ''),
  });
  addBody(text, mail);
  return text.end();
}

export function addEnvelope(text: SectionText, { from, to, cc, date, subject, attached }: Envelope): void {
  const lines = {
    From: from,
    To: to.join(', '),
    Cc: cc.join(', '),
    Date: date,
    Subject: subject,
    'Attachments, not opened': attached.map((name) => name || 'without a name').join(', '),
  };
  for (const [name, value] of Object.entries(lines)) if (value) text.line(`${name}: ${value}`);
}

/** As its sender wrote it: in the time of the place where it was sent. */
export const writtenDate = ({ headers }: Email): string =>
  headers.find(({ key }) => key === 'date')?.value ?? '';

export function addBody(text: SectionText, mail: Pick<Email, 'text' | 'html'>): void {
  if (mail.text?.trim()) for (const each of mail.text.split('\n')) text.line(each);
  else if (mail.html) addHtml(text, mail.html);
}

function nameOf(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(nameOf).join(', ')}`;
  return addressed(address.name, address.address);
}

export const addressed = (name = '', address = ''): string =>
  name && address && name !== address ? `${name} <${address}>` : name || address;
