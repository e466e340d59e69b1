import type { Counts, Voice } from './persona.ts';
import { type Fields, fieldsOf, isFields, textIn } from './wire-body.ts';

/** Characters per token, as everywhere in the simulator. */
const TOKEN = 4;
/** Thinking tokens per chunk. */
const PIECE = 100;
const MUSING = 'The pages say what they say, so let me look at them once more. ';

export interface SpeechFacts {
  readonly promptTokens: number;
  /** True if JSON is requested, by a schema or in the prompt. */
  readonly isForm: boolean;
  /** True if the request has a schema, or another request for JSON, in `response_format`. */
  readonly hasFormat: boolean;
}

/**
 * A script's text in a vendor's form: thinking comes first, thinking and text count against the cap, and JSON that
 * isn't enforced is put in a code fence.
 */
export class Speech {
  readonly voice: Voice;
  readonly #facts: SpeechFacts;
  #thought = 0;
  #text = 0;
  #hasThought = false;
  #hasBegun = false;
  #hasFinished = false;
  #isCut = false;

  constructor(voice: Voice, facts: SpeechFacts) {
    this.voice = voice;
    this.#facts = facts;
  }

  /** True if the cap is reached, so that the answer must stop. */
  get isCut(): boolean {
    return this.#isCut && !this.#hasFinished;
  }

  get counts(): Counts {
    return {
      prompt: this.#facts.promptTokens,
      thinking: Math.ceil(this.#thought / TOKEN),
      text: Math.ceil(this.#text / TOKEN),
    };
  }

  /** Converts a script's choice to the choices sent. Anything without a vendor-specific form is sent unchanged. */
  put(choice: Fields): object[] {
    if (this.#hasFinished) return [];
    const delta = fieldsOf(choice['delta']);
    const reason = textIn(choice['finish_reason']);
    const thought = textIn(delta['reasoning'] ?? delta['reasoning_content']) ?? '';
    const text = textIn(delta['content']) ?? '';
    const said = [...(thought === '' ? [] : this.#think(thought)), ...(text === '' ? [] : this.#say(text))];
    if (reason !== null) return [...said, ...this.#finish(reason, choice)];
    const isOther = Object.keys(delta).some(
      (name) => !['content', 'reasoning', 'reasoning_content'].includes(name),
    );
    return isOther || (thought === '' && text === '') ? [...said, choice] : said;
  }

  #finish(reason: string, choice: Fields): object[] {
    const said = this.#thinkFirst();
    const isKnown = reason === 'stop' || reason === 'length';
    if (reason === 'stop' && this.#hasBegun && this.#isFenced) said.push(...this.#cut('\n```'));
    this.#hasFinished = true;
    if (!isKnown) return [...said, choice];
    const finish = this.voice.finish(this.#isCut ? 'length' : reason);
    return finish === null ? said : [...said, finish];
  }

  /** Sends the thinking once, before the first text. */
  #thinkFirst(): object[] {
    if (this.#hasThought) return [];
    this.#hasThought = true;
    const said: object[] = [];
    for (let left = this.voice.thinks; left > 0; left -= PIECE) {
      const length = TOKEN * Math.min(left, PIECE);
      said.push(...this.#think(MUSING.repeat(Math.ceil(length / MUSING.length)).slice(0, length)));
    }
    return said;
  }

  #think(piece: string): object[] {
    const within = piece.slice(0, this.#room());
    if (within.length < piece.length) this.#isCut = true;
    this.#thought += within.length;
    const choice = within === '' ? null : this.voice.thought(within);
    return choice === null ? [] : [choice];
  }

  #say(text: string): object[] {
    const said = this.#thinkFirst();
    const before = !this.#hasBegun && this.#isFenced ? 'Here is the JSON you asked for:\n\n```json\n' : '';
    this.#hasBegun = true;
    return [...said, ...this.#cut(`${before}${text}`)];
  }

  #cut(piece: string): object[] {
    const within = piece.slice(0, this.#room());
    if (within.length < piece.length) this.#isCut = true;
    this.#text += within.length;
    return within === '' ? [] : [this.voice.text(within, this.#facts.isForm && this.#isHeld)];
  }

  get #isHeld(): boolean {
    return this.#facts.hasFormat && this.voice.heedsSchema;
  }

  get #isFenced(): boolean {
    return this.#facts.isForm && !this.#isHeld;
  }

  /** Characters left within the cap. */
  #room(): number {
    const { cap } = this.voice;
    if (cap === null) return Number.POSITIVE_INFINITY;
    return this.#isCut ? 0 : Math.max(0, TOKEN * cap - this.#thought - this.#text);
  }
}

/** Merges the deltas of a stream into the message of an unstreamed answer. */
export function mergeDeltas(choices: readonly object[]): Fields {
  const whole: Record<string, unknown> = { role: 'assistant', content: null };
  for (const choice of choices) {
    for (const [name, value] of Object.entries(fieldsOf(fieldsOf(choice)['delta']))) {
      whole[name] = name === 'role' ? value : joined(whole[name], value);
    }
  }
  return whole;
}

function joined(before: unknown, after: unknown): unknown {
  if (before === null || before === undefined || before === '') return after;
  if (typeof before === 'string' && typeof after === 'string') return before + after;
  if (after === null || after === '') return before;
  return partsOf(after).reduce(addPart, partsOf(before));
}

function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return [typeof value === 'string' ? { type: 'text', text: value } : value];
}

/** Appends a part, or merges it with a preceding one of the same type. */
function addPart(parts: readonly unknown[], next: unknown): unknown[] {
  const last = parts.at(-1);
  if (!isFields(last) || !isFields(next) || last['type'] !== next['type']) return [...parts, next];
  const text = textIn(next['text']);
  if (text !== null)
    return [...parts.slice(0, -1), { ...last, text: `${textIn(last['text']) ?? ''}${text}` }];
  if (Array.isArray(next['thinking'])) {
    return [...parts.slice(0, -1), { ...last, thinking: joined(last['thinking'], next['thinking']) }];
  }
  return [...parts, next];
}
