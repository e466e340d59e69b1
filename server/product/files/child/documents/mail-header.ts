/** Characters in which the header of an email ends. */
const HEADER_MAX = 256 * 1024;
/**
 * Two fields at least, then an empty line (RFC 5322, 2.2). A field may be empty, or go on in the next lines. Mailboxes have
 * a line of their own before the header, and what copies emails may leave empty ones.
 */
const HEADER =
  /^(?:[ \t]*\n)*(?<mailbox>From [^\n]*\n)?(?<fields>(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*){2,})\n/;
const FOLD = /\n(?=[ \t])/g;
/**
 * Fields that every email has, or that its way through the mail added. Notes and settings have a date too, but hardly in
 * the form of emails: day, month by its name, year, time.
 */
const FIELDS =
  /^(?:from|message-id|mime-version|(?:date|received)(?=:.*\d +[^\s\d:]+ +\d{2,4} +\d{1,2}:))(?=:)/gim;
/** Another email of the same mailbox. */
const NEXT = /\n\nFrom [^\n]*\n[!-9;-~]+:/;

/** Whether a text, with `\n` as line ends, is one email. A mailbox of several would be read as its first one. */
export function isMail(text: string): boolean {
  const { mailbox, fields = '' } = HEADER.exec(text.slice(0, HEADER_MAX))?.groups ?? {};
  const found = new Set(fields.replaceAll(FOLD, '').toLowerCase().match(FIELDS));
  return found.size > 1 && (mailbox === undefined || !NEXT.test(text));
}

/** The mark of a text, empty lines, and a mailbox's line. */
const BEFORE = /^(?:\xef\xbb\xbf)?(?:[ \t\r]*\n)*(?:From [^\n]*\n)?/;

/** An email from its header on: a parser takes an empty line for the header's end. */
export function fromHeader(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, HEADER_MAX)).toString('latin1');
  return bytes.subarray(BEFORE.exec(head)?.[0].length ?? 0);
}
