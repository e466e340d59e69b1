import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgreader, { type FieldsData } from '@kenjiuno/msgreader';
import { deEncapsulateSync } from 'rtf-stream-parser';
import { checkCompoundFile } from '../archive/compound-file.ts';
import { UnreadableError } from '../archive/open-archive.ts';
import { decodeText } from '../tables/text/decode-text.ts';
import { decodePage, labelOf } from './code-pages.ts';
import { addBody, addEnvelope, addressed, parseMail, writtenDate } from './read-eml.ts';
import { SectionText } from './section-text.ts';

/** Sections of an item that Outlook saved (MS-OXMSG), in the lines of an email. Rejects with UnreadableError. */
export async function readMsg(bytes: Buffer): Promise<string[]> {
  checkCompoundFile(bytes);
  // The library takes sector 0 for none, and would read the first 64 bytes of each small stream.
  const [smallAt, smallCount] = [bytes.readUInt32LE(60), bytes.readUInt32LE(64)];
  if (smallAt === 0 && smallCount > 0) throw new UnreadableError('broken', 'its small streams can’t be read');
  const item = readable(() => parseItem(bytes));
  const text = new SectionText();
  addEnvelope(text, {
    from: named(item.senderName, item.senderSmtpAddress ?? item.senderEmail),
    to: recipients(item, 'to'),
    cc: recipients(item, 'cc'),
    date: await dateOf(item),
    subject: item.subject ?? '',
    attached: (item.attachments ?? []).map(
      ({ fileName, fileNameShort, name }) => fileName ?? fileNameShort ?? name ?? '',
    ),
  });
  const meeting = { Starts: item.apptStartWhole, Ends: item.apptEndWhole, Place: item.apptLocation };
  for (const [name, value] of Object.entries(meeting)) if (value) text.line(`${name}: ${value}`);
  const body = readable(() => bodyOf(item));
  if (body === null) text.line('(No text was found in this item of Outlook.)');
  else addBody(text, body);
  return text.end();
}

/** The libraries throw many errors, each at bytes that mean nothing. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new UnreadableError('broken', 'it has values that mean nothing', { cause });
  }
}

/** Parses it again if its texts may not be in Unicode: only the item itself says in which code page they are. */
function parseItem(bytes: Buffer): FieldsData {
  const parse = (ansiEncoding?: string): FieldsData => {
    const reader = new msgreader.default(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (ansiEncoding !== undefined) reader.parserConfig = { ansiEncoding };
    return reader.getFileData();
  };
  const item = parse();
  const label = labelOf(item.messageCodepage ?? item.internetCodepage ?? 0);
  return label === undefined || label === 'iso-2022-jp' ? item : parse(label);
}

function recipients(item: FieldsData, type: 'to' | 'cc'): string[] {
  return (item.recipients ?? [])
    .filter(({ recipType }) => recipType === type)
    .map(({ name, smtpAddress, email }) => named(name, smtpAddress ?? email));
}

/** Within an organisation, Exchange addresses its people by paths in its own directory. */
const named = (name: string | undefined, address = ''): string =>
  addressed(name, address.includes('@') ? address : '');

/** As its sender wrote it, if it went through the mail. Outlook itself keeps the time in UTC. */
async function dateOf({ headers, clientSubmitTime, messageDeliveryTime }: FieldsData): Promise<string> {
  const written = headers ? writtenDate(await parseMail(`${headers.trim()}\r\n\r\n`)) : '';
  return written || (clientSubmitTime ?? messageDeliveryTime ?? '');
}

/** Null if there is none that can be read. */
function bodyOf({ body, bodyHtml, html, internetCodepage, compressedRtf }: FieldsData): Body | null {
  if (body?.trim()) return { text: body };
  if (bodyHtml) return { html: bodyHtml };
  if (html?.length) return { html: decodeHtml(html, internetCodepage) };
  return compressedRtf?.length ? fromRtf(compressedRtf) : null;
}

type Body = Parameters<typeof addBody>[1];

const ESCAPE = '\u001b';

function decodeHtml(bytes: Uint8Array, page: number | undefined): string {
  const { text, encoding } = decodeText(bytes) ?? { text: '', encoding: '' };
  const isSure = encoding.startsWith('utf') && !text.includes(ESCAPE);
  return isSure || page === undefined ? text : decodePage(bytes, page);
}

/** Null if it isn't a text or a page that Outlook turned into RTF (MS-OXRTFEX), but formatted text of its own. */
function fromRtf(compressed: Uint8Array): Body | null {
  const size = new DataView(compressed.buffer, compressed.byteOffset, compressed.byteLength).getUint32(
    0,
    true,
  );
  // The library reads on behind the end, and finds zeros there.
  if (size + 4 > compressed.length) throw new Error('its text is cut off');
  const rtf = Buffer.from(decompressRTF(Array.from(compressed)));
  if (!/\\from(?:html|text)/.test(rtf.toString('latin1', 0, 1024))) return null;
  const decode = (bytes: Buffer, page: string): string => decodePage(bytes, Number(page.replace('cp', '')));
  const { mode, text } = deEncapsulateSync(rtf, { decode, warn: () => undefined });
  return { [mode]: String(text) };
}
