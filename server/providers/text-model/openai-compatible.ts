import type { Log } from '#server/lib/log.ts';
import { type ConnectionOptions, createConnection } from './connection.ts';
import type { DataCollection } from './dialect.ts';
import { listModels } from './list-models.ts';
import { createCallLog } from './log-call.ts';
import { createModelMemory, type ModelMemory } from './model-memory.ts';
import { loadedContext } from './probe-server.ts';
import { type Answer, collectAnswer } from './reading/collect-answer.ts';
import { shortRead, toContextError } from './reading/prompt-cut.ts';
import { readChunks } from './reading/read-chunks.ts';
import { createRequestSender } from './send-request.ts';
import { createServerFacts } from './server-facts.ts';
import type { ServerKind } from './server-kind.ts';
import {
  type TextModel,
  TextModelError,
  type TextOptions,
  type TextRequest,
  type TextResult,
  ThoughtAwayError,
} from './text-model.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';
import type { Chunk, Usage } from './wire.ts';

export interface OpenAiCompatibleOptions extends ConnectionOptions {
  readonly log: Log;
  /** `demo` for the local answerer that stands in when nothing is connected. */
  readonly kind?: TextModel['kind'];
  /** Who serves there, where that does not show in the address. */
  readonly server?: ServerKind;
  /** Where it is kept what models were found to take; left out: until the end of the process. */
  readonly memory?: ModelMemory;
  /** Whether a router may choose providers that keep what they are sent; without it, it may not. */
  readonly dataCollection?: DataCollection;
  /** Milliseconds of silence, comments included, after which an answer that has begun counts as lost. */
  readonly idleMs?: number;
  /** The same before the first sign of life: a local server may read a long prompt for minutes. */
  readonly firstTokenMs?: number;
}

/** Usage comes within milliseconds of the finish reason, or never. The text is complete without it. */
const USAGE_MS = 2_000;

/** Servers that refuse a prompt that does not fit, so that figures which look too small are no sign of one that was cut. */
const REFUSE_LONG: readonly ServerKind[] = [
  'openai',
  'azure',
  'anthropic',
  'gemini',
  'mistral',
  'groq',
  'llama-cpp',
  'vllm',
];

/** Text from any server that speaks OpenAI's chat-completions protocol: a router, a maker, a program on one's own machine. */
export function createOpenAiCompatibleTextModel(options: OpenAiCompatibleOptions): TextModel {
  const { log, kind = 'real', idleMs = 60_000, firstTokenMs = 300_000 } = options;
  const connection = createConnection(options);
  const facts = createServerFacts(connection.baseUrl, {
    memory: options.memory ?? createModelMemory(),
    kind: options.server,
  });
  const send = createRequestSender(connection, facts, options.dataCollection);

  /** A server that sends comments tells that it lives; one that has only opened the stream may still be reading. */
  function silenceAfter(chunk: Chunk | null, answer: Answer): number {
    if (answer.isFinished) return Math.min(idleMs, USAGE_MS);
    return chunk === null || answer.text !== '' ? idleMs : firstTokenMs;
  }

  /** Throws where the server has silently dropped a part of the prompt. */
  async function assertWholePromptWasRead(request: TextRequest, usage: Usage | null, signal: AbortSignal) {
    const short = REFUSE_LONG.includes(facts.kind) ? null : shortRead(request, usage);
    if (short === null) return;
    // Ollama may report only what its cache did not hold. It tells the context that the model was loaded with.
    const context = facts.kind === 'ollama' ? await loadedContext(connection, request.model, signal) : null;
    if (context === null || short.least > context) throw toContextError(short);
  }

  function learnFrom(request: TextRequest, answer: Pick<Answer, 'thought' | 'marks'>): void {
    const { model, effort = 'low' } = request;
    const { marks } = facts.read(model);
    facts.learn(model, {
      ...(answer.thought && { thinks: true }),
      ...(answer.marks !== null && { marks: { ...marks, [effort]: answer.marks } }),
    });
  }

  function learnNeed({ model, effort = 'low', thinkingTokens = 0 }: TextRequest): void {
    const { thinkingNeed } = facts.read(model);
    const need = 2 * Math.max(thinkingTokens, 500);
    facts.learn(model, { thinks: true, thinkingNeed: { ...thinkingNeed, [effort]: need } });
  }

  async function complete(request: TextRequest, given: TextOptions): Promise<TextResult> {
    const watch = createWatchdog(given.signal);
    const call = createCallLog(log, request.model, connection.baseUrl);
    const { effort = 'low', model } = request;
    try {
      watch.allow(firstTokenMs);
      const { response, secrets, fields } = await send(request, watch.signal);
      watch.allow(firstTokenMs);
      const { headers } = response;
      const generationId = headers.get('x-generation-id');
      if (generationId) given.onGenerationId?.(generationId);
      const answer = collectAnswer(request, {
        ...listenersOf(given),
        generationId,
        failure: { headers, secrets },
        thinking: {
          holds: kind === 'real' && facts.holds(model, effort),
          isThoughtWhenCut: facts.read(model).marks[effort] !== 'unsure',
        },
      });
      for await (const chunk of readChunks(response, answer)) {
        if (chunk) answer.take(chunk);
        watch.allow(silenceAfter(chunk, answer));
      }
      await assertWholePromptWasRead(request, answer.usage, watch.signal);
      const result = { ...concludeAnd(() => learnFrom(request, answer), answer), sent: fields };
      call.answered(result);
      return result;
    } catch (error) {
      if (error instanceof ThoughtAwayError) learnNeed(request);
      const failure = given.signal.aborted ? toAborted() : toSilence(error, watch);
      call.failed(failure);
      throw failure;
    } finally {
      watch.stop();
    }
  }

  return {
    kind,
    complete,
    listModels: (signal, used = []) => listModels(connection, signal, { facts, used }),
    about: (model, effort) => facts.traits(model, effort),
  };
}

/** What an answer teaches it teaches however it ends. */
function concludeAnd(learn: () => void, answer: Answer): ReturnType<Answer['conclude']> {
  try {
    return answer.conclude();
  } finally {
    learn();
  }
}

function listenersOf(
  given: TextOptions,
): Required<Pick<TextOptions, 'onText' | 'onVoid' | 'onGenerationId'>> {
  return {
    onText: (delta) => given.onText(delta),
    onVoid: () => given.onVoid?.(),
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
