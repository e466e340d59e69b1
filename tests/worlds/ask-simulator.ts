import { silentLog } from '#server/lib/log.ts';
import {
  createOpenAiCompatibleTextModel,
  type OpenAiCompatibleOptions,
} from '#server/providers/text-model/openai-compatible.ts';
import {
  type TextModel,
  TextModelError,
  type TextRequest,
  type TextResult,
} from '#server/providers/text-model/text-model.ts';
import type { AiSimulator } from '#simulators/ai/start-ai-simulator.ts';

/** For tests: the real client, connected to a simulator. */
export function connectTo(simulator: AiSimulator, options: Partial<OpenAiCompatibleOptions> = {}): TextModel {
  return createOpenAiCompatibleTextModel({
    baseUrl: simulator.url,
    apiKey: simulator.apiKey,
    log: silentLog,
    ...options,
  });
}

/** The same as the router itself: what belongs to it alone is sent only where its name stands in the address. */
export function connectAsRouter(simulator: AiSimulator): TextModel {
  const base = 'https://openrouter.ai/v1';
  return connectTo(simulator, {
    baseUrl: base,
    fetch: (url, init) =>
      fetch((url instanceof Request ? url.url : url).toString().replace(base, simulator.url), init),
  });
}

export function requestFor(model: string, content = 'Say something.'): TextRequest {
  return { model, messages: [{ role: 'user', content }], maxTokens: 500, temperature: 0.7 };
}

/** What came of one call: a result or a failure, and the text on the way to it. */
export interface Outcome {
  readonly result: TextResult | null;
  readonly error: TextModelError | null;
  readonly streamed: string;
}

export async function ask(
  simulator: AiSimulator,
  model: string,
  given: { options?: Partial<OpenAiCompatibleOptions>; content?: string; signal?: AbortSignal } = {},
): Promise<Outcome> {
  let streamed = '';
  const call = connectTo(simulator, given.options).complete(requestFor(model, given.content), {
    signal: given.signal ?? new AbortController().signal,
    onText: (delta) => {
      streamed += delta;
    },
  });
  try {
    return { result: await call, error: null, streamed };
  } catch (error) {
    if (!(error instanceof TextModelError)) throw error;
    return { result: null, error, streamed };
  }
}
