import type { Log } from '#server/lib/log.ts';
import { collectAnswer, type Answer } from './collect-answer.ts';
import { createConnection, type Connection, type ConnectionOptions } from './connection.ts';
import { dialectOf, toRequestBody, withoutRefused, type Dialect } from './dialect.ts';
import { listModels } from './list-models.ts';
import { readBodyText } from './read-body-text.ts';
import { readErrorBody, toTextModelError } from './read-error.ts';
import { readChunks } from './read-chunks.ts';
import {
  TextModelError,
  type TextModel,
  type TextOptions,
  type TextRequest,
  type TextResult,
} from './text-model.ts';
import type { Chunk } from './wire.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

export interface OpenAiCompatibleOptions extends ConnectionOptions {
  readonly log: Log;
  /** `demo` for the local answerer that stands in when nothing is connected. */
  readonly kind?: TextModel['kind'];
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
  const dialects = createDialects(connection);

  /** A server that sends comments tells that it lives; one that has only opened the stream may still be reading. */
  function silenceAfter(chunk: Chunk | null, answer: Answer): number {
    if (answer.isFinished) return Math.min(idleMs, USAGE_MS);
    return chunk === null || answer.text !== '' ? idleMs : firstTokenMs;
  }

  async function complete(request: TextRequest, given: TextOptions): Promise<TextResult> {
    const watch = createWatchdog(given.signal);
    const startedAt = performance.now();
    const elapsed = (): number => Math.round(performance.now() - startedAt);
    let answer: Answer | null = null;
    try {
      watch.allow(firstTokenMs);
      const { response, secrets } = await dialects.send(request, watch);
      watch.allow(firstTokenMs);
      const generationId = response.headers.get('x-generation-id');
      if (generationId) given.onGenerationId?.(generationId);
      answer = collectAnswer(request, {
        onText: (delta) => given.onText(delta),
        onGenerationId: (id) => given.onGenerationId?.(id),
        generationId,
        failure: { headers: response.headers, secrets },
      });
      for await (const chunk of readChunks(response, answer)) {
        if (chunk) answer.take(chunk);
        watch.allow(silenceAfter(chunk, answer));
      }
      const result = answer.conclude();
      log.info('text model answered', {
        model: result.model,
        finish: result.finish,
        ms: elapsed(),
        ...result.usage,
        generationId: result.generationId,
      });
      return result;
    } catch (error) {
      const failure = given.signal.aborted ? toAborted(answer) : toSilence(error, watch, answer);
      if (failure instanceof TextModelError) {
        const { kind: failureKind, status, message } = failure;
        log.info('text model failed', {
          model: request.model,
          kind: failureKind,
          status,
          message,
          ms: elapsed(),
        });
      }
      throw failure;
    } finally {
      watch.stop();
    }
  }

  return { kind, complete, listModels: (signal) => listModels(connection, signal) };
}

/** Sends requests in the server's dialect, and remembers per model what it had to leave out. */
function createDialects(connection: Connection) {
  const byModel = new Map<string, Dialect>();
  const own = dialectOf(connection.baseUrl);
  return {
    async send(request: TextRequest, watch: Watchdog) {
      const secrets = { key: connection.key, sent: request.messages.map((message) => message.content) };
      for (;;) {
        const dialect = byModel.get(request.model) ?? own;
        const response = await connection.send('/chat/completions', {
          body: toRequestBody(request, dialect),
          signal: watch.signal,
        });
        if (response.ok) return { response, secrets };
        const { status, headers } = response;
        // A body that breaks off leaves the status to go by.
        const error = readErrorBody(await readBodyText(response).catch(() => ''));
        const next = status === 400 ? withoutRefused(dialect, error) : null;
        if (!next) throw toTextModelError(error, { status, headers, secrets, partial: '' });
        byModel.set(request.model, next);
      }
    },
  };
}

function toAborted(answer: Answer | null): TextModelError {
  return new TextModelError('aborted', 'the call was cancelled', {
    retryable: false,
    partial: answer?.text ?? '',
  });
}

function toSilence(error: unknown, watch: Watchdog, answer: Answer | null): unknown {
  if (!watch.hasFired) return error;
  return new TextModelError('upstream', 'the provider fell silent', {
    retryable: true,
    partial: answer?.text ?? '',
  });
}
