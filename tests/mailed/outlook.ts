import { makeCompound } from '../fixtures/outlook/make-compound.ts';
import { type Item, makeMsg } from '../fixtures/outlook/make-msg.ts';
import { literally } from '../fixtures/outlook/rtf.ts';
import { filesFor, type MailedFile, read, sentences, WRONG_KIND } from './mailed-file.ts';

const WORDS = 'The rent is 640 euros a month';
const LETTER: Item = {
  subject: 'The flat',
  sender: ['Ada', 'ada@example.org'],
  to: [['Ben', 'ben@example.org']],
  body: WORDS,
};
const summed = filesFor('doc_summary');
const says = sentences('flat.msg');
const mail = (what: string, make: () => Buffer, ends: MailedFile['ends']): MailedFile =>
  summed(what, 'flat.msg', make, ends);

/** A sector that follows itself, in the place of the first sector of the directory. */
function endless(): Buffer {
  const bytes = makeMsg(LETTER);
  bytes.writeUInt32LE(0, (bytes.readUInt32LE(76) + 1) * 512);
  return bytes;
}

/** RTF that points back at its own letters again and again, so that it unfolds to eight times its size. */
function packed(bytes: number): Buffer {
  const start = literally('{\\rtf1\\ansi\\fromtext Hello'.padEnd(32)).subarray(0, 16 + 36);
  // 16 letters from place 107 of what every text is packed with (MS-OXRTFCP, 2.1.2.1): the names of fonts.
  const letters = Buffer.of(0x06, 0xbe);
  const eight = Buffer.concat([Buffer.of(0xff), ...Array.from({ length: 8 }, () => letters)]);
  const more = Buffer.alloc(bytes, eight);
  const all = Buffer.concat([start, more]);
  all.writeUInt32LE(all.length - 4, 0);
  return all;
}

export const OUTLOOK: readonly MailedFile[] = [
  mail('of a mail that Outlook saved', () => makeMsg(LETTER), read('From: Ada <ada@example.org>', WORDS)),
  summed('of a mail that Outlook saved', 'flat.pdf', () => makeMsg(LETTER), read(WORDS)),
  mail(
    'of a mail with a program and a mail within',
    () =>
      makeMsg({
        ...LETTER,
        attached: [
          { file: 'invoice.pdf.exe', content: Buffer.from('MZ') },
          { subject: 'Older', body: 'The older words.' },
        ],
      }),
    { has: ['Attachments, not opened: invoice.pdf.exe, Older', WORDS], lacks: ['older words'] },
  ),
  mail(
    'of a mail whose attachment has a name to mislead',
    () => makeMsg({ ...LETTER, attached: [{ file: 'fdp.\u202eexe\u0007\n../x', content: Buffer.alloc(1) }] }),
    { has: [WORDS, 'Attachments, not opened: fdp.'], lacks: ['\u202e', '\u0007'] },
  ),
  mail(
    'of a mail of a page',
    () =>
      makeMsg({
        subject: 'The flat',
        html: `<p>${WORDS}</p><script>steal()</script><img src="http://collector.example/a.gif">`,
      }),
    { has: [WORDS], lacks: ['steal', 'collector'] },
  ),
  mail(
    'of a mail of formatted text alone',
    () => makeMsg({ subject: 'The flat', rtf: literally('{\\rtf1\\ansi Hi}') }),
    {
      has: ['The flat', '(No text was found in this item of Outlook.)'],
    },
  ),
  mail('of a mail that runs in circles', endless, says.broken),
  mail('of a mail whose end is missing', () => makeMsg(LETTER).subarray(0, -700), says.broken),
  mail('of a mail that unfolds to fifty megabytes', () => makeMsg({ rtf: packed(6_000_000) }), says.tooBig),
  mail(
    'of a mail with a thousand mails within mails',
    () => {
      let item: Item = LETTER;
      for (let level = 0; level < 1_000; level += 1) item = { ...LETTER, attached: [item] };
      return makeMsg(item);
    },
    read(WORDS),
  ),
  summed(
    'of a letter of an old Word',
    'lease.doc',
    () => makeCompound({ WordDocument: Buffer.alloc(5_000, 1) }),
    sentences('lease.doc').old('docx'),
  ),
  summed(
    'of a letter of an old Word',
    'lease.pdf',
    () => makeCompound({ WordDocument: Buffer.alloc(5_000, 1) }),
    sentences('lease.pdf').old('docx'),
  ),
  filesFor('data_analysis')(
    'of a workbook of an old Excel',
    'rent.xls',
    () => makeCompound({ Workbook: Buffer.alloc(5_000, 1) }),
    sentences('rent.xls').old('xlsx'),
  ),
  filesFor('data_analysis')(
    'of a letter of an old Word',
    'rent.xls',
    () => makeCompound({ WordDocument: Buffer.alloc(5_000, 1) }),
    WRONG_KIND.data_analysis,
  ),
  filesFor('image_edit')(
    'of a mail that Outlook saved',
    'hall.png',
    () => makeMsg(LETTER),
    WRONG_KIND.image_edit,
  ),
];
