import type { Marks } from '../model-memory.ts';
import { type FailureContext, readErrorValue, toTextModelError } from '../read-error.ts';
import {
  TextModelError,
  type TextOptions,
  type TextRequest,
  type TextResult,
  ThoughtAwayError,
} from '../text-model.ts';
import type { Chunk, Usage } from '../wire.ts';
import { collectFound } from './collect-found.ts';
import { type Finish, readFinishReason } from './finish-reason.ts';
import { readPiece } from './read-piece.ts';
import { createThinkFilter, type ThinkFilterOptions } from './think-blocks.ts';

/** Longer than any answer that our token caps allow; beyond it, the server is stuck. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** One answer while it streams in. */
export interface Answer {
  readonly text: string;
  /** True once the finish reason has arrived: the text is complete, only usage may follow. */
  readonly isFinished: boolean;
  readonly usage: Usage | null;
  /** True if thinking was seen, in its own field or in the text. */
  readonly thought: boolean;
  /** Tags around thinking in the text; null if undetermined. */
  readonly marks: Marks | null;
  take(chunk: Chunk): void;
  /** Called when the server signals the end (`[DONE]`, or the end of a single JSON body). */
  done(): void;
  /**
   * Call after the last chunk. Throws TextModelError unless the answer is complete and has text, or the router found
   * what it was asked for.
   */
  conclude(): Omit<TextResult, 'sent'>;
}

export interface CollectOptions extends Pick<TextOptions, 'onText' | 'onVoid' | 'onGenerationId'> {
  readonly generationId: string | null;
  readonly failure: Pick<FailureContext, 'headers' | 'secrets'>;
  readonly thinking: Omit<ThinkFilterOptions, 'onVoid'>;
}

export function collectAnswer(request: TextRequest, options: CollectOptions): Answer {
  const text = collectText(options.onText);
  const filter = createThinkFilter({
    ...options.thinking,
    onVoid() {
      text.void();
      options.onVoid?.();
    },
  });
  const found = collectFound(request);
  let generationId = options.generationId;
  let model: string | null = null;
  let usage: Usage | null = null;
  let reason: string | null = null;
  let isDone = false;
  let refusal = '';
  let thinking = '';
  let hasThought = false;

  const fail = (error: unknown): TextModelError =>
    toTextModelError(readErrorValue(error), { ...options.failure, status: null });

  function takeChoice(choice: NonNullable<Chunk['choices']>[number]): void {
    if (choice.error != null) throw fail(choice.error);
    if ((choice.index ?? 0) !== 0) return;
    const piece = choice.delta ?? choice.message;
    if (piece) {
      const read = readPiece(piece);
      hasThought ||= read.thinking !== '';
      // Needed only if the JSON may be in the thinking field: see `formInThoughts`.
      if (request.shape && thinking.length < MAX_TEXT_BYTES) thinking += read.thinking;
      if (read.text !== '') text.append(filter.push(read.text));
      for (const annotation of piece.annotations ?? []) if (annotation) found.note(annotation);
      refusal += piece.refusal ?? '';
    }
    // SGLang, KoboldCpp and older Ollama send `""` or `"null"` with every piece: no reason at all.
    const said = choice.finish_reason?.trim() ?? '';
    if (said !== '' && said !== 'null') reason = said;
  }

  /** True if tokens were spent on thinking that the server doesn't show. */
  const hasHiddenThoughts = (): boolean => (usage?.completion_tokens_details?.reasoning_tokens ?? 0) > 0;

  return {
    get text() {
      return text.value;
    },
    get isFinished() {
      return reason !== null;
    },
    get usage() {
      return usage;
    },
    get thought() {
      return hasThought || filter.thought || hasHiddenThoughts();
    },
    get marks() {
      return filter.marks;
    },
    take(chunk) {
      if (chunk.error != null) throw fail(chunk.error);
      if (generationId === null && chunk.id) {
        generationId = chunk.id;
        options.onGenerationId?.(chunk.id);
      }
      model ??= chunk.model ?? null;
      // Arrives after the finish reason, in a chunk without choices or with an empty one: both occur.
      usage = chunk.usage ?? usage;
      for (const choice of chunk.choices ?? []) takeChoice(choice);
    },
    done() {
      isDone = true;
    },
    conclude() {
      const finish = reason === null ? null : readFinishReason(reason);
      text.append(filter.end(finish === 'length'));
      text.end();
      const form = text.value.trim() === '' && finish !== 'length' ? formInThoughts(request, thinking) : null;
      const written = form ?? text.value;
      const isEmpty = written.trim() === '' && !found.hasFound();
      assertWhole({ finish, isDone, isEmpty, refusal });
      return {
        text: written,
        finish: finish === 'length' ? 'length' : 'stop',
        model: readModel(model ?? request.model),
        usage: toUsage(usage),
        generationId,
        thought: hasThought || filter.thought || hasHiddenThoughts(),
        ...found.all(),
      };
    },
  };
}

/** Collects text that's safe for databases and browsers: no NUL, and no character split between two pieces. */
function collectText(onText: (delta: string) => void) {
  let value = '';
  let bytes = 0;
  let half = '';
  const emit = (delta: string): void => {
    if (delta === '') return;
    value += delta;
    onText(delta);
  };
  return {
    get value() {
      return value;
    },
    append(piece: string): void {
      bytes += Buffer.byteLength(piece);
      if (bytes > MAX_TEXT_BYTES) {
        throw new TextModelError('protocol', 'the answer is longer than 1 MB', { retryable: false });
      }
      const joined = half + piece.replaceAll('\u0000', '');
      half = /[\ud800-\udbff]$/.exec(joined)?.[0] ?? '';
      emit(joined.slice(0, joined.length - half.length).toWellFormed());
    },
    end(): void {
      emit(half.toWellFormed());
      half = '';
    },
    void(): void {
      value = '';
      half = '';
    },
  };
}

/**
 * Finds the JSON that LM Studio puts in `reasoning_content`, with an empty `content`, when a thinking model has to
 * follow a schema (its bug tracker: 1698, 1773, 1971). The caller checks the JSON, as always.
 */
function formInThoughts({ shape }: TextRequest, thinking: string): string | null {
  return shape && thinking.includes('{') ? thinking : null;
}

interface Ending {
  readonly finish: Finish | null;
  readonly isDone: boolean;
  readonly isEmpty: boolean;
  readonly refusal: string;
}

/** Throws unless the answer is complete and not empty. */
function assertWhole({ finish, isDone, isEmpty, refusal }: Ending): void {
  const fail = (kind: TextModelError['kind'], message: string, retryable = true): TextModelError =>
    new TextModelError(kind, message, { retryable });

  if (finish === 'refused' || (isEmpty && refusal !== '')) {
    throw fail('refused', 'the provider refused to answer', false);
  }
  if (finish === null && isEmpty) throw fail('empty', 'the provider answered without any text');
  // Some gateways send no reason, only `[DONE]`. A stream that just ends was cut.
  if (finish === null && !isDone) throw fail('truncated', 'the answer ended without a finish reason');
  if (finish === 'error') throw fail('upstream', 'the provider broke the answer off with an error');
  if (finish === 'tools') throw fail('protocol', 'the model asked for a tool that it was not given');
  if (isEmpty && finish === 'length') throw new ThoughtAwayError();
  if (isEmpty) throw fail('empty', 'the provider answered without any text');
}

/** Cleans up the model name, because it's shown with the answer. */
function readModel(model: string): string {
  return model.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 200);
}

function toUsage(usage: Usage | null): TextResult['usage'] {
  if (!usage) return null;
  return {
    promptTokens: usage.prompt_tokens ?? 0,
    completionTokens: usage.completion_tokens ?? 0,
    cost: usage.cost ?? null,
  };
}
