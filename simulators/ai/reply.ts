import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { countTokens } from './chat-request.ts';
import { mergeDeltas, type Speech } from './personas/speech.ts';
import { type Fields, fieldsOf, textIn } from './personas/wire-body.ts';
import type { WireError } from './wire-errors.ts';

/** Form in which the events of an answer are sent. */
export interface ReplyStyle {
  readonly lineEnd?: '\n' | '\r\n';
  /** Writes each byte separately. */
  readonly byteByByte?: boolean;
  /** The usage chunk with `choices: []`, as documented, or with one empty choice, as recorded; or none. */
  readonly usage?: 'no-choices' | 'empty-choice' | 'none';
  /** Adds undocumented fields at every level. */
  readonly unknownFields?: boolean;
}

export interface ReplyFacts {
  readonly id: string;
  readonly model: string;
  readonly promptTokens: number;
  /** False: the whole answer as one JSON body at the end. */
  readonly streamed: boolean;
  /** Called before the connection is closed on purpose. */
  readonly onBreak: () => void;
  /** Header with the answer's id. Default: `x-generation-id`; null: none. */
  readonly idHeader?: string | null;
  /** A vendor's form of the answer. Default: as the script writes it. */
  readonly speech?: Speech;
}

/** USD per token, for prompt and completion alike, so that tests can recompute the cost. */
const TOKEN_PRICE = 0.000_001;

/**
 * Writes one answer, step by step as its script says. Designed for streams; an unstreamed answer is collected and
 * sent by `close`.
 */
export class Reply {
  readonly #response: ServerResponse;
  readonly #facts: ReplyFacts;
  #style: ReplyStyle = {};
  #says = (content: string): string => content;
  #written = '';
  #finish: unknown = null;
  #begun = false;
  /** Choices sent so far through `speech`. */
  readonly #said: object[] = [];

  constructor(response: ServerResponse, facts: ReplyFacts) {
    this.#response = response;
    this.#facts = facts;
  }

  /** False once the client has disconnected, when scripts should stop. */
  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  use(style: ReplyStyle): void {
    this.#style = style;
  }

  /** Changes what is said by `words` from now on. */
  change(says: (content: string) => string): void {
    this.#says = says;
  }

  /** Sends the status and headers of a stream, once. */
  begin(): void {
    if (this.#begun || !this.isOpen || !this.#facts.streamed) return;
    this.#begun = true;
    this.#response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      ...this.#naming(),
    });
    this.#response.flushHeaders();
  }

  async comment(text = 'OPENROUTER PROCESSING'): Promise<void> {
    await this.#send(`: ${text}`);
  }

  async text(content: string): Promise<void> {
    this.#written += content;
    await this.choice({ delta: { content }, finish_reason: null });
  }

  /** Sends text in pieces of a few words, spread over a time in milliseconds. */
  async words(content: string, ms = 0): Promise<void> {
    const said = this.#says(content);
    const pieces = said.match(/\s*\S+\s*/g) ?? [said];
    for (const piece of pieces) {
      if (!this.isOpen) return;
      await this.text(piece);
      if (ms > 0) await sleep(ms / pieces.length);
    }
  }

  /** Sends one chunk with the given choice. */
  async choice(choice: Record<string, unknown>, top: Record<string, unknown> = {}): Promise<void> {
    const { speech } = this.#facts;
    if (speech) return this.#speak(speech, choice, top);
    this.#finish = choice['finish_reason'] ?? this.#finish;
    const extra = this.#style.unknownFields ? { surprise: { nested: [1, null] } } : {};
    await this.data({ ...this.#base(), choices: [{ index: 0, ...choice, ...extra }], ...top, ...extra });
  }

  async finish(reason = 'stop'): Promise<void> {
    await this.choice({ delta: { content: '' }, finish_reason: reason, native_finish_reason: reason });
  }

  async usage(promptTokens = this.#facts.promptTokens): Promise<void> {
    if (this.#style.usage === 'none') return;
    const { speech } = this.#facts;
    if (speech) return this.#tellUsage(speech);
    const empty = { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null };
    const choices = this.#style.usage === 'no-choices' ? [] : [empty];
    await this.data({ ...this.#base(), choices, usage: usageOf(promptTokens, this.#written) });
  }

  /** Ends normally: finish reason, usage, `[DONE]`. */
  async end(reason = 'stop'): Promise<void> {
    await this.finish(reason);
    await this.usage();
    await this.close();
  }

  /** Sends `[DONE]` and ends the body. */
  async close(): Promise<void> {
    if (!this.#facts.streamed) return this.fail({ status: 200, body: this.#whole() });
    await this.#send('data: [DONE]');
    this.#response.end();
  }

  async data(value: unknown): Promise<void> {
    await this.#send(`data: ${JSON.stringify(value)}`);
  }

  /** Sends raw bytes, without event framing. */
  async raw(bytes: Uint8Array | string): Promise<void> {
    this.begin();
    await this.#write(Buffer.from(bytes));
  }

  /** Ends the body without `[DONE]`. */
  endHere(): void {
    this.#response.end();
  }

  /** Closes the connection in the middle. */
  breakOff(): void {
    this.#facts.onBreak();
    this.#response.destroy();
  }

  /** Sends a response that isn't a stream. */
  fail({ status, headers, body }: WireError): void {
    if (!this.isOpen) return;
    const isText = typeof body === 'string';
    this.#response.writeHead(status, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...this.#naming(),
      ...headers,
    });
    this.#response.end(isText ? body : JSON.stringify(body));
  }

  /** Fails with a status, or inside the stream if that has begun. */
  async giveUp(error: WireError): Promise<void> {
    if (!this.#begun) return this.fail(error);
    await this.data(error.body);
    this.endHere();
  }

  /** Keeps the connection open in silence, until the client gives up. */
  async hang(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#response.once('close', resolve);
    if (this.isOpen) await promise;
  }

  /** Sends a script's choice in the vendor's form, and ends the answer if the cap is reached. */
  async #speak(speech: Speech, choice: Fields, top: Fields): Promise<void> {
    if (!this.isOpen) return;
    for (const each of speech.put(choice)) {
      if (this.#said.length === 0) await this.#open(speech);
      const isFirst = this.#said.push(each) === 1;
      const delta = { ...(isFirst && { role: 'assistant' }), ...fieldsOf(fieldsOf(each)['delta']) };
      const isLast = textIn(fieldsOf(each)['finish_reason']) !== null;
      const more = isLast
        ? { ...this.#usageOf(speech, 'finish'), ...speech.voice.last?.(speech.counts) }
        : {};
      await this.data({ ...this.#base(), choices: [{ index: 0, ...each, delta }], ...more, ...top });
    }
    if (speech.isCut) await this.end('length');
  }

  async #open({ voice }: Speech): Promise<void> {
    if (voice.comment !== undefined) await this.comment(voice.comment);
    if (voice.opening) await this.data({ ...this.#base(), choices: [], ...voice.opening });
  }

  async #tellUsage(speech: Speech): Promise<void> {
    const place = speech.voice.usageIn ?? 'no-choices';
    const usage = this.#usageOf(speech, place);
    if (place === 'finish' || usage === null) return;
    const empty = { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null };
    await this.data({ ...this.#base(), choices: place === 'empty-choice' ? [empty] : [], ...usage });
  }

  /** Returns the usage, if this vendor sends it at this place. */
  #usageOf({ voice, counts }: Speech, place: 'no-choices' | 'empty-choice' | 'finish'): Fields | null {
    if ((voice.usageIn ?? 'no-choices') !== place) return null;
    const usage = voice.usage(counts);
    return usage === null ? null : { usage };
  }

  #whole(): unknown {
    const { speech } = this.#facts;
    if (speech) return this.#wholeBy(speech);
    const message = { role: 'assistant', content: this.#written, refusal: null };
    return {
      ...this.#base(),
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: this.#finish, native_finish_reason: this.#finish }],
      usage: usageOf(this.#facts.promptTokens, this.#written),
    };
  }

  #wholeBy(speech: Speech): unknown {
    const { delta: _delta, ...ending } = fieldsOf(this.#said.at(-1));
    const message = mergeDeltas(this.#said);
    return {
      ...speech.voice.opening,
      ...this.#base(),
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: null, ...ending }],
      ...speech.voice.last?.(speech.counts),
      usage: speech.voice.usage(speech.counts),
    };
  }

  #naming(): Record<string, string> {
    const { id, idHeader = 'x-generation-id' } = this.#facts;
    return idHeader === null ? {} : { [idHeader]: id };
  }

  #base(): Record<string, unknown> {
    const { id, model, speech } = this.#facts;
    if (speech) {
      return { id, object: 'chat.completion.chunk', created: 1_790_000_000, model, ...speech.voice.top };
    }
    return { id, object: 'chat.completion.chunk', created: 1_790_000_000, model, provider: 'Simulated' };
  }

  async #send(event: string): Promise<void> {
    this.begin();
    const end = this.#style.lineEnd ?? '\n';
    const bytes = Buffer.from(`${event}${end}${end}`);
    if (!this.#style.byteByByte) return this.#write(bytes);
    for (const byte of bytes) await this.#write(Buffer.of(byte));
  }

  /** Waits for a slow reader, and flushes each write separately. */
  async #write(bytes: Uint8Array): Promise<void> {
    if (!this.isOpen || !this.#facts.streamed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#response.write(bytes, () => resolve());
    await promise;
  }
}

/** Usage computed from prompt and text. */
export function usageOf(promptTokens: number, written: string): Record<string, unknown> {
  const completion = countTokens(written);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completion,
    total_tokens: promptTokens + completion,
    cost: Number(((promptTokens + completion) * TOKEN_PRICE).toFixed(9)),
    is_byok: false,
    cost_details: { upstream_inference_cost: null },
    prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}
