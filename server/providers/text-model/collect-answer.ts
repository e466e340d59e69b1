import { type FailureContext, readErrorValue, toTextModelError } from './read-error.ts';
import {
  type Citation,
  TextModelError,
  type TextOptions,
  type TextRequest,
  type TextResult,
} from './text-model.ts';
import type { Annotation, Chunk, Usage } from './wire.ts';

/** Longer than any answer that a token cap of ours allows; what goes on beyond is a server that has lost itself. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** More than any search is asked for. */
const MAX_CITATIONS = 100;

/** More than the pages that are sent at once can say. */
const MAX_FILE_CHARACTERS = 200_000;

/** One answer while it comes. */
export interface Answer {
  readonly text: string;
  /** The finish reason has come: the text is complete, only usage may follow. */
  readonly isFinished: boolean;
  take(chunk: Chunk): void;
  /** After the last chunk. Throws TextModelError unless the answer is complete and says something, or a router has found what it was asked for. */
  conclude(): TextResult;
}

export function collectAnswer(
  request: TextRequest,
  options: Pick<TextOptions, 'onText' | 'onGenerationId'> & {
    generationId: string | null;
    failure: Pick<FailureContext, 'headers' | 'secrets'>;
  },
): Answer {
  const text = collectText(options.onText);
  let generationId = options.generationId;
  let model: string | null = null;
  let usage: Usage | null = null;
  let finish: string | null = null;
  let refusal = '';
  const citations = new Map<string, Citation>();
  const fileTexts: string[] = [];

  function note(annotation: Annotation): void {
    if ('file' in annotation) {
      const room = MAX_FILE_CHARACTERS - fileTexts.reduce((sum, { length }) => sum + length, 0);
      const said = annotation.file.content.flatMap((part) => part.text ?? []).join('\n');
      if (room > 0) fileTexts.push(said.slice(0, room));
      return;
    }
    const { url, title, content } = annotation.url_citation;
    if (citations.size < MAX_CITATIONS)
      citations.set(url, { url, title: title ?? '', excerpt: content ?? '' });
  }

  /** What a router was asked to find or to read, and has: it is there whatever the model says about it. */
  const isFound = (): boolean =>
    (request.webSearch !== undefined && citations.size > 0) ||
    (request.readsScans === true && fileTexts.some((said) => said.trim() !== ''));

  const fail = (error: unknown): TextModelError =>
    toTextModelError(readErrorValue(error), { ...options.failure, status: null });

  return {
    get text() {
      return text.value;
    },
    get isFinished() {
      return finish !== null;
    },
    take(chunk) {
      if (chunk.error != null) throw fail(chunk.error);
      if (generationId === null && chunk.id) {
        generationId = chunk.id;
        options.onGenerationId?.(chunk.id);
      }
      model ??= chunk.model ?? null;
      // After the finish reason, in a chunk without choices or with an empty one: both forms are seen.
      usage = chunk.usage ?? usage;
      for (const choice of chunk.choices ?? []) {
        if (choice.error != null) throw fail(choice.error);
        if ((choice.index ?? 0) !== 0) continue;
        const piece = choice.delta ?? choice.message;
        if (piece?.content) text.append(piece.content);
        for (const annotation of piece?.annotations ?? []) if (annotation) note(annotation);
        refusal += piece?.refusal ?? '';
        finish = choice.finish_reason ?? finish;
      }
    },
    conclude() {
      text.end();
      const isEmpty = text.value.trim() === '' && !isFound();
      const complete = { text: text.value, finish: readFinish(finish, isEmpty, refusal) };
      assertWholePromptWasRead(request, usage);
      return {
        ...complete,
        model: readModel(model ?? request.model),
        usage: toUsage(usage),
        generationId,
        citations: [...citations.values()],
        fileTexts,
      };
    },
  };
}

/** Text as a database and a browser can take it: no NUL, and no character cut in two between two pieces. */
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
  };
}

function readFinish(finish: string | null, isEmpty: boolean, refusal: string): 'stop' | 'length' {
  const fail = (kind: TextModelError['kind'], message: string, retryable = true): TextModelError =>
    new TextModelError(kind, message, { retryable });

  if (finish === 'content_filter' || (isEmpty && refusal !== '')) {
    throw fail('refused', 'the provider refused to answer', false);
  }
  if (finish === null && isEmpty) throw fail('empty', 'the provider answered without any text');
  if (finish === null) throw fail('truncated', 'the answer ended without a finish reason');
  if (finish === 'error') throw fail('upstream', 'the provider broke the answer off with an error');
  if (finish !== 'stop' && finish !== 'length') {
    throw fail('protocol', `unexpected finish reason ${JSON.stringify(finish.slice(0, 40))}`);
  }
  // A cap that was spent on thinking will be spent on thinking again.
  if (isEmpty) throw fail('empty', `the provider answered without any text (${finish})`, finish === 'stop');
  return finish;
}

/**
 * Some local servers silently drop what does not fit their context (Ollama's default is often 4096 tokens) and
 * answer about the rest. Figures below 512 are not judged: servers with a prompt cache report only what they have
 * newly read.
 */
function assertWholePromptWasRead(request: TextRequest, usage: Usage | null): void {
  const read = usage?.prompt_tokens ?? 0;
  const least = request.messages.reduce((sum, message) => sum + leastTokens(message.content), 0);
  if (read < 512 || read >= least) return;
  throw new TextModelError(
    'context',
    `the server read ${read} tokens where there are at least ${Math.ceil(least)}: its context is too small`,
    { retryable: false },
  );
}

/**
 * Fewer tokens than any tokenizer needs for a text. Prose in Latin letters comes to 4 or 5 characters a token, long
 * words to somewhat more; Chinese, Japanese and Korean to 1 or 2. What is repeated may come to many, and counts once:
 * white space, lines of dots, rules of dashes.
 */
function leastTokens(text: string): number {
  const told = text.replace(/([^\p{L}\p{N}])\1+/gu, '$1').replace(/\s+/g, ' ');
  const dense =
    told.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return dense / 2.2 + (told.length - dense) / 6.5;
}

/** A name for people to read: what a provider sends here is shown beside the answer. */
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
