import type { Log } from '#server/lib/log.ts';
import { type ConnectionOptions, createConnection } from './connection.ts';
import type { DataCollection } from './dialect.ts';
import { listModels } from './list-models.ts';
import { createCallLog } from './log-call.ts';
import { createModelMemory, type ModelMemory } from './model-memory.ts';
import { type Patience, unseenThinkingMs, type Waits, waitsFor } from './patience.ts';
import { loadedContext } from './probe-server.ts';
import { type Answer, collectAnswer } from './reading/collect-answer.ts';
import { shortRead, toContextError } from './reading/prompt-cut.ts';
import { readChunks } from './reading/read-chunks.ts';
import { createRequestSender } from './send-request.ts';
import { createServerFacts } from './server-facts.ts';
import type { ServerKind } from './server-kind.ts';
import { createSharedContexts, type Share } from './shared-context.ts';
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
  /** `demo` for the local provider used if no model is connected. */
  readonly kind?: TextModel['kind'];
  /** The kind of server, if the address doesn't show it. */
  readonly server?: ServerKind;
  /** Stores what models accept. Default: in memory, until the process ends. */
  readonly memory?: ModelMemory;
  /** `allow` lets a router use providers that retain prompts. Default: `deny`. */
  readonly dataCollection?: DataCollection;
  /** Timeouts for silence. Default: depends on whether the server is hosted or local. */
  readonly patience?: Partial<Patience> | undefined;
}

/** Usage arrives within milliseconds of the finish reason, or never. The text is complete without it. */
const USAGE_MS = 2_000;

/** Servers that refuse prompts that don't fit, so a low token count doesn't mean a truncated prompt. */
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

/** Generates text with any server that speaks OpenAI's chat-completions protocol: a router, a vendor, a local app. */
export function createOpenAiCompatibleTextModel(options: OpenAiCompatibleOptions): TextModel {
  const { log, kind = 'real' } = options;
  const connection = createConnection(options);
  const facts = createServerFacts(connection.baseUrl, {
    memory: options.memory ?? createModelMemory(),
    kind: options.server,
  });
  const send = createRequestSender(connection, facts, options.dataCollection);
  const contexts = createSharedContexts(facts);

  /** Throws if the server silently dropped part of the prompt. */
  async function assertWholePromptWasRead(request: TextRequest, usage: Usage | null, signal: AbortSignal) {
    const short = REFUSE_LONG.includes(facts.kind) ? null : shortRead(request, usage);
    if (short === null) return;
    // Ollama may report only uncached tokens, so check against the context that the model was loaded with.
    const context = facts.kind === 'ollama' ? await loadedContext(connection, request.model, signal) : null;
    if (context === null || short.least > context) throw toContextError(short);
  }

  function learnFrom(request: TextRequest, answer: Pick<Answer, 'thought' | 'marks'>): void {
    const { model, effort, shape } = request;
    const { marks } = facts.read(model);
    // An answer with a schema may contain no thinking where a text does.
    const told = effort === undefined || shape ? null : answer.marks;
    const isNews = effort !== undefined && told !== null && marks[effort] !== 'closing';
    facts.learn(model, {
      ...(answer.thought && { thinks: true }),
      ...(isNews && { marks: { ...marks, [effort]: told } }),
    });
  }

  function learnNeed({ model, effort, thinkingTokens = 0 }: TextRequest): void {
    // The test request for one word says nothing about how long the model thinks.
    if (effort === undefined) return;
    const { thinkingNeed } = facts.read(model);
    const need = Math.max(thinkingNeed[effort] ?? 0, 2 * Math.max(thinkingTokens, 500));
    facts.learn(model, { thinks: true, thinkingNeed: { ...thinkingNeed, [effort]: need } });
  }

  async function complete(request: TextRequest, given: TextOptions): Promise<TextResult> {
    const share = await contexts.enter(request, given.signal).catch(() => Promise.reject(toAborted()));
    try {
      return await answerOf(request, given, share);
    } finally {
      share.leave();
    }
  }

  async function answerOf(
    request: TextRequest,
    given: TextOptions,
    { judge }: Pick<Share, 'judge'>,
  ): Promise<TextResult> {
    const watch = createWatchdog(given.signal);
    const call = createCallLog(log, request.model, connection.baseUrl);
    const { effort = 'low', model } = request;
    try {
      const unseenMs = unseenThinkingMs(facts.kind, request);
      const waits = waitsFor(connection.baseUrl, options.patience ?? {}, unseenMs);
      watch.allow(waits.firstSignMs);
      const { response, secrets, fields } = await send(request, watch.signal);
      watch.allow(waits.openedMs);
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
        watch.allow(silenceAfter(chunk, answer, waits));
      }
      await assertWholePromptWasRead(request, answer.usage, watch.signal);
      const result = { ...concludeAnd(() => learnFrom(request, answer), answer), sent: fields };
      call.answered(result);
      return result;
    } catch (error) {
      if (error instanceof ThoughtAwayError) learnNeed(request);
      const failure = given.signal.aborted ? toAborted() : toSilence(judge(error), watch);
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

function silenceAfter(chunk: Chunk | null, answer: Answer, { silenceMs, openedMs }: Waits): number {
  if (answer.isFinished) return Math.min(silenceMs, USAGE_MS);
  return chunk === null || answer.text !== '' || answer.thought ? silenceMs : openedMs;
}

/** Learns from the answer whether or not `conclude` throws. */
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
  return new TextModelError('upstream', 'the provider fell silent', { retryable: true, isSilence: true });
}
