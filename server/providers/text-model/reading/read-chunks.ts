import { readBodyText } from '../read-body-text.ts';
import { TextModelError } from '../text-model.ts';
import { type Chunk, chunkSchema } from '../wire.ts';
import type { Answer } from './collect-answer.ts';
import { readSse, SseLimitError } from './sse.ts';

/** Chunks are some hundred bytes around a few characters; hidden thinking comes on top. Beyond this nobody is answering. */
const MAX_STREAM_CHARACTERS = 128 * 1024 * 1024;

/**
 * The chunks of an answer of status 200; null for a sign of life between them. A connection that breaks after the
 * finish reason ends the iteration quietly: the text is complete. Throws TextModelError otherwise.
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
      // An error inside a 200, or a server that ignores `stream` and answers in one piece.
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

/** What stands at the address is a site for people: nothing that waiting would mend. */
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
