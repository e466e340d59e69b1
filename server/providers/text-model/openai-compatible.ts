import type { Log } from '#server/lib/log.ts';
import { type Answer, collectAnswer } from './collect-answer.ts';
import { type ConnectionOptions, createConnection } from './connection.ts';
import type { DataCollection } from './dialect.ts';
import { listModels } from './list-models.ts';
import { createCallLog } from './log-call.ts';
import { readChunks } from './read-chunks.ts';
import { createRequestSender } from './send-request.ts';
import {
  type TextModel,
  TextModelError,
  type TextOptions,
  type TextRequest,
  type TextResult,
} from './text-model.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';
import type { Chunk } from './wire.ts';

export interface OpenAiCompatibleOptions extends ConnectionOptions {
  readonly log: Log;
  /** `demo` for the local answerer that stands in when nothing is connected. */
  readonly kind?: TextModel['kind'];
  /** Whether a router may choose providers that keep what they are sent; without it, it may not. */
  readonly dataCollection?: DataCollection;
  /** Milliseconds of silence, comments included, after which an answer that has begun counts as lost. */
  readonly idleMs?: number;
  /** The same before the first sign of life: a local server may read a long prompt for minutes. */
  readonly firstTokenMs?: number;
}

/** Usage comes within milliseconds of the finish reason, or never. The text is complete without it. */
const USAGE_MS = 2_000;

/** Text from any server that speaks OpenAI's chat-completions protocol: OpenRouter, OpenAI, Ollama, llama.cpp, vLLM, LM Studio. */
export function createOpenAiCompatibleTextModel(options: OpenAiCompatibleOptions): TextModel {
  const { log, kind = 'real', idleMs = 60_000, firstTokenMs = 300_000 } = options;
  const connection = createConnection(options);
  const send = createRequestSender(connection, options.dataCollection);

  /** A server that sends comments tells that it lives; one that has only opened the stream may still be reading. */
  function silenceAfter(chunk: Chunk | null, answer: Answer): number {
    if (answer.isFinished) return Math.min(idleMs, USAGE_MS);
    return chunk === null || answer.text !== '' ? idleMs : firstTokenMs;
  }

  async function complete(request: TextRequest, given: TextOptions): Promise<TextResult> {
    const watch = createWatchdog(given.signal);
    const call = createCallLog(log, request.model);
    try {
      watch.allow(firstTokenMs);
      const { response, secrets } = await send(request, watch.signal);
      watch.allow(firstTokenMs);
      const { headers } = response;
      const generationId = headers.get('x-generation-id');
      if (generationId) given.onGenerationId?.(generationId);
      const answer = collectAnswer(request, {
        ...listenersOf(given),
        generationId,
        failure: { headers, secrets },
      });
      for await (const chunk of readChunks(response, answer)) {
        if (chunk) answer.take(chunk);
        watch.allow(silenceAfter(chunk, answer));
      }
      const result = answer.conclude();
      call.answered(result);
      return result;
    } catch (error) {
      const failure = given.signal.aborted ? toAborted() : toSilence(error, watch);
      call.failed(failure);
      throw failure;
    } finally {
      watch.stop();
    }
  }

  return { kind, complete, listModels: (signal) => listModels(connection, signal) };
}

function listenersOf(given: TextOptions): Required<Pick<TextOptions, 'onText' | 'onGenerationId'>> {
  return {
    onText: (delta) => given.onText(delta),
    onGenerationId: (id) => given.onGenerationId?.(id),
  };
}

function toAborted(): TextModelError {
  return new TextModelError('aborted', 'the call was cancelled', { retryable: false });
}

function toSilence(error: unknown, watch: Watchdog): unknown {
  if (!watch.hasFired) return error;
  return new TextModelError('upstream', 'the provider fell silent', { retryable: true });
}
