import PostalMime, { type Address } from 'postal-mime';
import { addHtml } from './html-text.ts';
import { SectionText } from './section-text.ts';

/** Levels of parts within parts. */
const NESTING_MAX = 20;
const HEADERS_MAX = 1024 * 1024;

/** Sections of an email (RFC 5322): who wrote it to whom and when, its text, and the names of what is attached. */
export async function readEml(bytes: Uint8Array): Promise<string[]> {
  const mail = await PostalMime.parse(bytes, {
    maxNestingDepth: NESTING_MAX,
    maxHeadersSize: HEADERS_MAX,
    attachmentEncoding: 'arraybuffer',
  });
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
  if (mail.text?.trim()) for (const each of mail.text.split('\n')) text.line(each);
  else if (mail.html) addHtml(text, mail.html);
  return text.end();
}

function nameOf(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(nameOf).join(', ')}`;
  return address.name ? `${address.name} <${address.address ?? ''}>` : (address.address ?? '');
}
