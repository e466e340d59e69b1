import PostalMime from 'postal-mime';

/** A mail as its reader has it. */
export interface ReadMail {
  /** Message-ID. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[];
}

/** Header fields that a message has exactly once: RFC 5322, 3.6, and RFC 2045, 4. */
const ONCE = ['from', 'to', 'date', 'message-id', 'subject', 'mime-version', 'content-type'];

/** Octets of a line without its end: RFC 5322, 2.1.1. */
const LINE_MAX = 998;
/** Letters of an encoded line: RFC 2045, 6.8. */
const ENCODED_MAX = 76;

const ENCODED = /^content-transfer-encoding:\s*base64\s*$/im;
const BOUNDARY = /\bboundary="?([^";\s]+)"?/i;

/** What a careful server has against a message, with the section that says so; null if nothing. */
export function complaintAbout(raw: Buffer): string | null {
  const text = raw.toString('latin1');
  if (/(?<!\r)\n|\r(?!\n)/.test(text)) return 'a line does not end with CR LF (RFC 5321, 2.3.8)';
  if (text.split('\r\n').some((line) => line.length > LINE_MAX))
    return 'a line is too long (RFC 5322, 2.1.1)';
  const { head, body } = divide(text);
  if (/[^\t\r\n -~]/.test(head)) return 'a header field is not in ASCII (RFC 5322, 2.2)';
  for (const name of ONCE) {
    if (head.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name}:`)).length !== 1)
      return `there is not one ${name} (RFC 5322, 3.6)`;
  }
  return complaintAboutPart(head, body);
}

function complaintAboutPart(head: string, body: string): string | null {
  const type = /^content-type:\s*([\w.+-]+\/[\w.+-]+)/im.exec(head)?.[1]?.toLowerCase();
  if (!type) return 'a part has no type (RFC 2045, 5)';
  if (!type.startsWith('multipart/')) {
    const lines = body.replace(/(?:\r\n)+$/, '').split('\r\n');
    const isBad = lines.some((line) => line.length > ENCODED_MAX || !/^[A-Za-z0-9+/]*={0,2}$/.test(line));
    return ENCODED.test(head) && isBad ? 'a part is not in base64 as it says (RFC 2045, 6.8)' : null;
  }
  const boundary = BOUNDARY.exec(head)?.[1];
  if (boundary === undefined) return 'a multipart has no boundary (RFC 2046, 5.1.1)';
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`);
  if (!parts.pop()?.startsWith('--') || parts.length === 0)
    return 'a multipart has no parts, or does not end (RFC 2046, 5.1.1)';
  const complaints = parts.map((part) => {
    const inner = divide(part.replace(/^[ \t]*\r\n/, ''));
    return complaintAboutPart(inner.head, inner.body);
  });
  return complaints.find((complaint) => complaint !== null) ?? null;
}

/** Header fields, unfolded, and the rest. */
function divide(text: string): { head: string; body: string } {
  const end = text.indexOf('\r\n\r\n');
  const [head, body] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 4)];
  return { head: head.replace(/\r\n[ \t]+/g, ' '), body };
}

export async function readMessage(raw: Buffer): Promise<ReadMail> {
  const { messageId = '', subject = '', text = '', html = '', attachments } = await PostalMime.parse(raw);
  return {
    id: messageId,
    subject,
    text: text.replace(/\n$/, ''),
    html: html.replace(/\n$/, ''),
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      content: Buffer.from(typeof content === 'string' ? content : new Uint8Array(content)),
    })),
  };
}
