import { createHash } from 'node:crypto';
import { filesOf } from '../chat-request.ts';
import { usageOf } from '../reply.ts';
import type { ChatCall, Script } from './script.ts';

/** USD per page, the router's price for Mistral's OCR. */
const PAGE_PRICE = 0.002;

/** Simulates a router that runs OCR on the scans of a PDF before a model sees them. */
export const SCAN_READERS: readonly Script[] = [
  {
    model: 'scans',
    does: 'reads the pictures in a PDF, whose words stand in a comment of their JPEG, and fails with 400 without a PDF or the parser for scans',
    run: (call) => readScans(call, wordsIn),
  },
  {
    model: 'scans-blank',
    does: 'does the same, but recognises nothing',
    run: (call) => readScans(call, () => []),
  },
  {
    model: 'scans-silent-(stop|length)',
    does: 'recognises the same, but its model writes nothing at all and finishes so',
    run: (call, finish) => readScans(call, wordsIn, { said: '', finish }),
  },
];

async function readScans(
  { request, reply }: ChatCall,
  read: (pdf: Buffer) => readonly string[],
  { said: answer = 'done', finish = 'stop' }: { said?: string; finish?: string | undefined } = {},
): Promise<void> {
  const files = filesOf(request);
  const isAsked = request.plugins?.some(
    (plugin) => plugin.id === 'file-parser' && plugin.pdf.engine === 'mistral-ocr',
  );
  if (files.length === 0 || !isAsked)
    return reply.fail({ status: 400, body: { error: { code: 400, message: 'nothing to recognise' } } });
  let said = '';
  for (const { name, bytes } of files) {
    const words = read(bytes);
    said += words.join('');
    const content = [
      { type: 'text', text: `<file name="${name}">` },
      ...words.map((text) => ({ type: 'text', text })),
      { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9j/2Q==' } },
      { type: 'text', text: '</file>' },
    ];
    const hash = createHash('sha256').update(bytes).digest('hex');
    const annotations = [{ type: 'file', file: { hash, name, content } }];
    await reply.choice({ delta: { content: '', annotations }, finish_reason: null });
  }
  if (answer !== '') await reply.text(answer);
  await reply.finish(finish);
  const usage = usageOf(100, said);
  await reply.choice(
    { delta: { content: '' }, finish_reason: null },
    { usage: { ...usage, cost: Number(usage['cost']) + PAGE_PRICE * files.length } },
  );
  await reply.close();
}

/** Returns the comments (marker FFFE) at the start of each JPEG in a file. */
function wordsIn(pdf: Buffer): string[] {
  const words: string[] = [];
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xfe]);
  for (let at = pdf.indexOf(start); at !== -1; at = pdf.indexOf(start, at + 4)) {
    const length = pdf.readUInt16BE(at + 4);
    words.push(pdf.toString('utf8', at + 6, at + 4 + length));
  }
  return words;
}
