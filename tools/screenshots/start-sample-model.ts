import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AT_WORK, DELIVERED } from './sample-answers.ts';

export const SAMPLE_MODEL = 'sample-model';

/** Between two words: a text that is still being written when the last picture is taken, and one that is soon there. */
const SLOWLY_MS = 400;
const QUICKLY_MS = 40;

export interface SampleModel {
  /** To be used as `AI_BASE_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

/** A stand-in that answers the two sample tasks with texts written by hand: one at once, one slowly. */
export async function startSampleModel(): Promise<SampleModel> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      if (request.method === 'GET')
        return void response.end(`{"object":"list","data":[{"id":"${SAMPLE_MODEL}"}]}`);
      const isAtWork = body.includes(`Title: ${AT_WORK.title}`);
      void stream(response, isAtWork ? AT_WORK.text : DELIVERED.text, isAtWork ? SLOWLY_MS : QUICKLY_MS);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function stream(response: ServerResponse, text: string, wordMs: number): Promise<void> {
  const send = (chunk: object) =>
    response.write(`data: ${JSON.stringify({ id: 'sample', model: SAMPLE_MODEL, ...chunk })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const words = text.match(/\S+\s*/g) ?? [];
  for (const content of words) {
    if (response.destroyed) return;
    send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    await sleep(wordMs);
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  response.end('data: [DONE]\n\n');
}
