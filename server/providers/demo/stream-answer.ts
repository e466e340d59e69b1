import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newToken } from '#server/lib/ids.ts';

/**
 * Streams a text word by word, evenly over the given time, as chat completion chunks. Stops if the client
 * disconnects.
 */
export async function streamAnswer(
  response: ServerResponse,
  text: string,
  { model, answerMs }: { model: string; answerMs: number },
): Promise<void> {
  const id = `demo-${newToken(9)}`;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const send = (chunk: object): void => {
    response.write(`data: ${JSON.stringify({ id, object: 'chat.completion.chunk', model, ...chunk })}\n\n`);
  };

  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-generation-id': id });
  const pieces = toPieces(text);
  const startedAt = performance.now();
  for (const [index, content] of pieces.entries()) {
    send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    // Scheduled against the clock, so that late timers don't add up.
    const wait = startedAt + ((index + 1) * answerMs) / pieces.length - performance.now();
    // Only rejects if the client has disconnected, which the next line checks.
    if (wait > 0) await sleep(wait, undefined, { signal: gone.signal }).catch(() => {});
    if (gone.signal.aborted) return;
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  // No tokenizer and no price: it is free.
  send({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, cost: 0 } });
  response.end('data: [DONE]\n\n');
}

/** Splits a text into words with what follows them. */
function toPieces(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}
