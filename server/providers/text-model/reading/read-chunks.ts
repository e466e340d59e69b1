import { readBodyText } from '../read-body-text.ts';
import { TextModelError } from '../text-model.ts';
import { type Chunk, chunkSchema } from '../wire.ts';
import type { Answer } from './collect-answer.ts';
import { readSse, SseLimitError } from './sse.ts';

/** Chunks wrap a few characters in some hundred bytes, plus hidden thinking. A real answer stays below this. */
const MAX_STREAM_CHARACTERS = 128 * 1024 * 1024;

/**
 * Yields the chunks of a response with status 200, and null for a keep-alive. If the connection breaks after the finish
 * reason, ends normally, because the text is complete; otherwise throws TextModelError.
 */
export async function* readChunks(
  response: Response,
  answer: Pick<Answer, 'isFinished' | 'done'>,
): AsyncGenerator<Chunk | null, void, void> {
  const type = response.headers.get('content-type');
  if (type?.includes('text/html')) throw webPageError();
  const isStream = type?.includes('event-stream');
  let size = 0;
  try {
    if (!isStream || !response.body) {
      // An error inside a 200, or a server that doesn't stream.
      yield parseChunk(await readBodyText(response));
      return answer.done();
    }
    for await (const item of readSse(response.body)) {
      if ('alive' in item) {
        yield null;
        continue;
      }
      if (item.data.trim() === '[DONE]') return answer.done();
      size += item.data.length;
      if (size > MAX_STREAM_CHARACTERS) throw new SseLimitError('a stream without end');
      yield parseChunk(item.data);
    }
  } catch (error) {
    if (error instanceof TextModelError) throw error;
    if (error instanceof SseLimitError) throw protocolError(error.message, false);
    if (answer.isFinished) return;
    throw new TextModelError('truncated', 'the connection broke during the answer', {
      retryable: true,
      cause: error,
    });
  }
}

/** The address leads to a website, so retrying won't help. */
export function webPageError(): TextModelError {
  return new TextModelError('request', 'a web page answered instead of an API', { retryable: false });
}

function parseChunk(text: string): Chunk {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw protocolError('the provider sent something that is no JSON', true);
  }
  const parsed = chunkSchema.safeParse(json);
  if (!parsed.success) throw protocolError('the provider sent something that is no answer', true);
  return parsed.data;
}

function protocolError(message: string, retryable: boolean): TextModelError {
  return new TextModelError('protocol', message, { retryable });
}
