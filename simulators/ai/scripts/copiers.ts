import { imagesOf } from '../chat-request.ts';
import { readCode } from '../page-code.ts';
import { formOf } from './form-of.ts';
import type { ChatCall, Script } from './script.ts';

/** Models that look at the picture of a page and copy its text, which is drawn as squares (`page-code.ts`). */
export const COPIERS: readonly Script[] = [
  {
    model: 'copier',
    does: 'copies the text of a page from its picture, and fails with 400 without exactly one',
    run: (call) => copy(call, (words) => ({ lines: words.split('\n') })),
  },
  {
    model: 'copier-blank',
    does: 'does the same, but sees no text',
    run: (call) => copy(call, () => ({ lines: [] })),
  },
  {
    model: 'copier-talking',
    does: 'does the same, but says what it sees instead of copying it',
    run: (call) => copy(call, (words) => `This looks like a page that says: ${words}`),
  },
];

async function copy(call: ChatCall, answer: (words: string) => object | string): Promise<void> {
  const { request, reply } = call;
  const [picture, ...others] = imagesOf(request);
  if (picture === undefined || others.length > 0 || formOf(request) !== 'page_lines')
    return reply.fail({ status: 400, body: { error: { code: 400, message: 'not one page to copy' } } });
  const said = answer(await readCode(picture));
  await reply.words(typeof said === 'string' ? said : JSON.stringify(said), 0);
  await reply.end();
}
