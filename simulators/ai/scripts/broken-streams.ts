import { ANSWER } from '../answers.ts';
import type { Reply } from '../reply.ts';
import type { Script } from './script.ts';

/** Text of every broken answer before it breaks. */
export const BEFORE_THE_BREAK = 'The first words of an answer that ';

/** Answers that start with status 200 but are never completed. */
export const BROKEN_STREAMS: readonly Script[] = [
  {
    model: 'cut',
    does: 'breaks the connection after some text',
    async run({ reply }) {
      await reply.text(BEFORE_THE_BREAK);
      reply.breakOff();
    },
  },
  {
    model: 'cut-with-blank-reasons',
    does: 'breaks the connection after some text, with `""` or `"null"` as the finish reason of each piece (SGLang, KoboldCpp)',
    async run({ reply }) {
      for (const [at, piece] of (BEFORE_THE_BREAK.match(/\s*\S+\s*/g) ?? []).entries())
        await reply.choice({ delta: { content: piece }, finish_reason: at % 2 === 0 ? '' : 'null' });
      reply.breakOff();
    },
  },
  {
    model: 'cut-in-letter',
    does: 'breaks the connection after some text, between the bytes of one letter',
    async run({ reply }) {
      await reply.text(BEFORE_THE_BREAK);
      const [first] = Buffer.from('ü');
      const event = Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"');
      await reply.raw(Buffer.concat([event, Buffer.of(first ?? 0)]));
      reply.breakOff();
    },
  },
  {
    model: 'cut-at-start',
    does: 'breaks the connection after the headers',
    run({ reply }) {
      reply.begin();
      setTimeout(() => reply.breakOff(), 20);
    },
  },
  {
    model: 'no-finish',
    does: 'ends after some text without a finish reason, with [DONE], as some gateways end whole texts',
    async run({ reply }) {
      await reply.text(BEFORE_THE_BREAK);
      await reply.close();
    },
  },
  {
    model: 'no-end',
    does: 'ends in the middle of an event, without finish reason and [DONE]',
    async run({ reply }) {
      await reply.text(BEFORE_THE_BREAK);
      await reply.raw('data: {"choices":[{"index":0,"del');
      reply.endHere();
    },
  },
  {
    model: 'stall',
    does: 'falls silent after some text and keeps the connection',
    async run({ reply }) {
      await reply.text(BEFORE_THE_BREAK);
      await reply.hang();
    },
  },
  {
    model: 'stall-at-start',
    does: 'opens the stream and falls silent',
    async run({ reply }) {
      reply.begin();
      await reply.hang();
    },
  },
  {
    model: 'error-midstream',
    does: 'sends an error of code 502 after some text, without [DONE]',
    run: ({ reply }) =>
      failMidstream(reply, {
        code: 502,
        message: 'Upstream failed',
        metadata: { error_type: 'provider_unavailable' },
      }),
  },
  {
    model: 'error-midstream-code',
    does: 'the same with the code "server_error"',
    run: ({ reply }) => failMidstream(reply, { code: 'server_error', message: 'Provider disconnected' }),
  },
  {
    model: 'error-midstream-rate',
    does: 'the same with code 429',
    run: ({ reply }) =>
      failMidstream(reply, {
        code: 429,
        message: 'Slow down',
        metadata: { error_type: 'rate_limit_exceeded' },
      }),
  },
  {
    model: 'error-midstream-string',
    does: 'sends an error that is only a string after some text',
    run: ({ reply }) => failMidstream(reply, 'Context size has been exceeded.'),
  },
  {
    model: 'error-in-choice',
    does: 'sends an error of code 429 inside the choice after some text',
    async run({ reply }) {
      await reply.text(BEFORE_THE_BREAK);
      await reply.choice({
        delta: {},
        finish_reason: 'error',
        error: { code: 429, message: 'Slow down' },
      });
      await reply.close();
    },
  },
  {
    model: 'finish-error',
    does: 'finishes with the reason "error" after some text, without saying more',
    async run({ reply }) {
      await reply.text(BEFORE_THE_BREAK);
      await reply.end('error');
    },
  },
  {
    model: 'refused',
    does: 'finishes with the reason "content_filter" after some text',
    async run({ reply }) {
      await reply.text(BEFORE_THE_BREAK);
      await reply.end('content_filter');
    },
  },
  {
    model: 'refusal',
    does: 'refuses in the field `refusal`, without content',
    async run({ reply }) {
      await reply.choice({
        delta: { role: 'assistant', refusal: 'I cannot help with that.' },
        finish_reason: null,
      });
      await reply.end();
    },
  },
  { model: 'empty', does: 'stops without any text', run: ({ reply }) => reply.end() },
  {
    model: 'blank',
    does: 'stops after white space',
    async run({ reply }) {
      await reply.text(' \n\n ');
      await reply.end();
    },
  },
  {
    model: 'empty-length',
    does: 'spends its whole cap without any text',
    run: ({ reply }) => reply.end('length'),
  },
  {
    model: 'no-deltas',
    does: 'ends at once, without any chunk (LM Studio)',
    run: ({ reply }) => reply.close(),
  },
  {
    model: 'tool-calls',
    does: 'finishes with tool calls that nobody asked for',
    async run({ reply }) {
      const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'x', arguments: '{}' } };
      await reply.choice({ delta: { content: null, tool_calls: [call] }, finish_reason: null });
      await reply.end('tool_calls');
    },
  },
  {
    model: 'garbage',
    does: 'sends data that is no JSON after some text',
    async run({ reply }) {
      await reply.text(BEFORE_THE_BREAK);
      await reply.raw('data: }{ not json\n\n');
      await reply.end();
    },
  },
  {
    model: 'wrong-shape',
    does: 'sends JSON that is no answer after some text',
    async run({ reply }) {
      await reply.text(BEFORE_THE_BREAK);
      await reply.data({ choices: 'none' });
      await reply.end();
    },
  },
  {
    model: 'invalid-utf8',
    does: 'has bytes that are no UTF-8 in its text',
    async run({ reply }) {
      await reply.raw(
        Buffer.concat([
          Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"before '),
          Buffer.of(0xff, 0xc3),
          Buffer.from(' after"},"finish_reason":null}]}\n\n'),
        ]),
      );
      await reply.end();
    },
  },
  {
    model: 'endless',
    does: 'never stops writing',
    async run({ reply }) {
      while (reply.isOpen) await reply.text(ANSWER.repeat(40));
    },
  },
  {
    model: 'endless-line',
    does: 'sends one line that never ends',
    async run({ reply }) {
      await reply.raw('data: ');
      const part = 'x'.repeat(64 * 1024);
      while (reply.isOpen) await reply.raw(part);
    },
  },
];

async function failMidstream(reply: Reply, error: unknown): Promise<void> {
  await reply.text(BEFORE_THE_BREAK);
  await reply.choice({ delta: { content: '' }, finish_reason: 'error' }, { error });
  reply.endHere();
}
