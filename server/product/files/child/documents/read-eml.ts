import PostalMime, { type Address, type Email } from 'postal-mime';
import { UnreadableError } from '../archive/open-archive.ts';
import { addHtml } from './html-text.ts';
import { SectionText } from './section-text.ts';

/** Levels of parts within parts. */
const NESTING_MAX = 20;
const HEADERS_MAX = 1024 * 1024;

/** Rejects with UnreadableError. */
export async function parseMail(bytes: Uint8Array): Promise<Email> {
  const limits = { maxNestingDepth: NESTING_MAX, maxHeadersSize: HEADERS_MAX };
  return PostalMime.parse(bytes, { ...limits, attachmentEncoding: 'arraybuffer' }).catch((cause: unknown) => {
    throw new UnreadableError('broken', 'it is nested too deeply, or has too long a header', { cause });
  });
}

/**
 * Sections of an email (RFC 5322): who wrote it to whom and when, its text, and the names of what is attached. Rejects
 * with UnreadableError.
 */
export async function readEml(bytes: Uint8Array): Promise<string[]> {
  const mail = await parseMail(bytes);
  const text = new SectionText();
  const line = (name: string, value: string | undefined): void => {
    if (value) text.line(`${name}: ${value}`);
  };
  line('From', mail.from && nameOf(mail.from));
  line('To', mail.to?.map(nameOf).join(', '));
  line('Cc', mail.cc?.map(nameOf).join(', '));
  line('Date', mail.date);
  line('Subject', mail.subject);
  line(
    'Attachments, not opened',
    mail.attachments.map(({ filename }) => filename ?? 'without a name').join(', '),
  );
  addBody(text, mail);
  return text.end();
}

export function addBody(text: SectionText, mail: Email): void {
  if (mail.text?.trim()) for (const each of mail.text.split('\n')) text.line(each);
  else if (mail.html) addHtml(text, mail.html);
}

function nameOf(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(nameOf).join(', ')}`;
  return address.name ? `${address.name} <${address.address ?? ''}>` : (address.address ?? '');
}
