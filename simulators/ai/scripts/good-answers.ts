import { setTimeout as sleep } from 'node:timers/promises';
import {
  ANSWER,
  FIRST_HALF,
  HOSTILE_ANSWER,
  IN_LANGUAGE,
  INVISIBLE,
  LONG_ANSWER,
  MANY_BYTES,
  REASONED_ANSWER,
  SECOND_HALF,
} from '../answers.ts';
import { imagesOf } from '../chat-request.ts';
import { type ReplyStyle, usageOf } from '../reply.ts';
import { type ChatCall, hasEarlierAnswer, type Script } from './script.ts';

/** Complete answers in all forms that servers send. */
export const GOOD_ANSWERS: readonly Script[] = [
  { model: 'fast', does: 'answers at once', run: (call) => answer(call, ANSWER) },
  {
    model: 'slow-(\\d+)',
    does: 'answers word by word over that many milliseconds',
    run: (call, ms) => answer(call, ANSWER, {}, Number(ms)),
  },
  {
    model: 'first-token-(\\d+)',
    does: 'opens the stream with an empty chunk, is silent for that many milliseconds, then answers',
    async run(call, ms) {
      await call.reply.choice({ delta: { role: 'assistant', content: '' }, finish_reason: null });
      await sleep(Number(ms));
      await answer(call, ANSWER);
    },
  },
  {
    model: 'thinks-(\\d+)',
    does: 'sends nothing but comments for that many milliseconds, then answers',
    async run(call, ms) {
      const until = Date.now() + Number(ms);
      while (Date.now() < until && call.reply.isOpen) {
        await call.reply.comment();
        await sleep(20);
      }
      await answer(call, ANSWER);
    },
  },
  {
    model: 'reasoned',
    does: 'answers with a conclusion and four sections under headings',
    run: (call) => answer(call, REASONED_ANSWER),
  },
  {
    model: 'sees',
    does: 'says how many pictures it was shown',
    run: (call) =>
      answer(
        call,
        `I was shown ${imagesOf(call.request).length} pictures, and this is what I say about them.`,
      ),
  },
  { model: 'long', does: 'answers with some 6 KB', run: (call) => answer(call, LONG_ANSWER) },
  {
    model: 'length',
    does: 'always stops at its cap',
    async run({ reply }) {
      await reply.words(FIRST_HALF);
      await reply.end('length');
    },
  },
  {
    model: 'length-once',
    does: 'stops at its cap, and finishes once the request shows the first half',
    async run(call) {
      const goesOn = hasEarlierAnswer(call);
      await call.reply.words(goesOn ? SECOND_HALF : FIRST_HALF);
      await call.reply.end(goesOn ? 'stop' : 'length');
    },
  },
  {
    model: 'comments',
    does: 'sends comment lines before and between the data',
    async run({ reply }) {
      await reply.comment();
      await reply.comment('');
      for (const word of ANSWER.match(/\s*\S+\s*/g) ?? []) {
        await reply.text(word);
        await reply.comment();
      }
      await reply.end();
    },
  },
  {
    model: 'crlf',
    does: 'ends its lines with CRLF',
    run: (call) => answer(call, ANSWER, { lineEnd: '\r\n' }),
  },
  {
    model: 'bytes',
    does: 'sends characters of many bytes, each byte on its own, with CRLF',
    run: (call) => answer(call, MANY_BYTES, { byteByByte: true, lineEnd: '\r\n' }),
  },
  {
    model: 'halves',
    does: 'cuts a character outside the basic plane into its two halves',
    async run({ reply }) {
      for (const unit of '🎉 done'.split('')) await reply.text(unit);
      await reply.end();
    },
  },
  {
    model: 'reasoning',
    does: 'thinks aloud in `reasoning` first',
    run: (call) => thinkAloud(call, 'reasoning'),
  },
  {
    model: 'reasoning-content',
    does: 'thinks aloud in `reasoning_content` first',
    run: (call) => thinkAloud(call, 'reasoning_content'),
  },
  {
    model: 'usage-no-choices',
    does: 'sends usage with `choices: []`',
    run: (call) => answer(call, ANSWER, { usage: 'no-choices' }),
  },
  { model: 'no-usage', does: 'sends no usage', run: (call) => answer(call, ANSWER, { usage: 'none' }) },
  {
    model: 'shrunk-prompt',
    does: 'reports 600 prompt tokens, whatever was sent, as a server that cuts the prompt does',
    run: (call) => answerHavingRead(call, 600),
  },
  {
    model: 'shrunk-prompt-(\\d+)',
    does: 'reports so many prompt tokens, whatever was sent',
    run: (call, tokens) => answerHavingRead(call, Number(tokens)),
  },
  {
    model: 'unknown-fields',
    does: 'adds fields that nobody knows',
    run: (call) => answer(call, ANSWER, { unknownFields: true }),
  },
  {
    model: 'one-piece',
    does: 'ignores `stream` and answers with one JSON body',
    run: ({ reply, request }) =>
      reply.fail({
        status: 200,
        body: {
          id: 'gen-one-piece',
          object: 'chat.completion',
          model: request.model,
          choices: [{ index: 0, message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }],
          usage: usageOf(10, ANSWER),
        },
      }),
  },
  {
    model: 'in-([a-z]{2})',
    does: `answers in that language (${Object.keys(IN_LANGUAGE).join(', ')})`,
    run: (call, code) => answer(call, textIn(code)),
  },
  {
    model: 'english-first-([a-z]{2})',
    does: 'answers in English, and in that language once the request shows the English answer',
    run: (call, code) => answer(call, hasEarlierAnswer(call) ? textIn(code) : textIn('en')),
  },
  {
    model: 'invisible',
    does: 'hides tag characters and direction overrides in its answer',
    run: (call) => answer(call, INVISIBLE.sent),
  },
  {
    model: 'nul',
    does: 'has NUL characters in its answer',
    run: (call) => answer(call, 'before\u0000after'),
  },
  {
    model: 'hostile',
    does: 'answers with Markdown that tries to load and run things',
    run: (call) => answer(call, HOSTILE_ANSWER),
  },
  {
    model: 'cut-after-finish',
    does: 'breaks the connection after the finish reason, before usage',
    async run({ reply }) {
      await reply.words(ANSWER);
      await reply.finish();
      reply.breakOff();
    },
  },
  {
    model: 'stall-after-finish',
    does: 'falls silent after the finish reason, before usage',
    async run({ reply }) {
      await reply.words(ANSWER);
      await reply.finish();
      await reply.hang();
    },
  },
];

async function answer({ reply }: ChatCall, text: string, style: ReplyStyle = {}, ms = 0): Promise<void> {
  reply.use(style);
  await reply.words(text, ms);
  await reply.end();
}

async function thinkAloud(call: ChatCall, field: string): Promise<void> {
  await call.reply.choice({ delta: { role: 'assistant', content: '', [field]: 'Hidden thinking. ' } });
  await call.reply.choice({ delta: { [field]: 'More of it.' }, finish_reason: null });
  await answer(call, ANSWER);
}

function textIn(code: string | undefined): string {
  const text = IN_LANGUAGE[code ?? ''];
  if (!text) throw new Error(`no fixed answer in ${code}`);
  return text;
}

async function answerHavingRead({ reply }: ChatCall, tokens: number): Promise<void> {
  await reply.words(ANSWER);
  await reply.finish();
  await reply.usage(tokens);
  await reply.close();
}
