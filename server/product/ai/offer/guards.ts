import type { AiTaskType, ToolLack } from '#domain/ai-task.ts';
import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import type { Tool } from '../tool.ts';
import { asDemo } from './as-demo.ts';
import { type Served, tellRecipients } from './tell-recipients.ts';

/** What the guards need to know of the installation. A guard whose part is omitted leaves the tool as it is. */
export interface GuardSetting {
  /** Returns the services in use. Omitted where nothing leaves the machine. */
  readonly served?: () => Served;
  /** Returns whether models are named or found. */
  readonly isModelKnown?: () => boolean;
  /** Resolves once the contexts of the models are known. */
  readonly contextsKnown?: Promise<unknown>;
  readonly state?: LiveState;
}

/** State of a tool that changes while the server runs. */
export interface LiveState {
  readonly lackOf: (type: AiTaskType) => ToolLack | null;
  readonly seesImages: (type: AiTaskType) => boolean;
  readonly readsScans: (type: AiTaskType) => boolean;
}

/** Adds behaviour around a tool that every tool shares. */
export type Guard = (tool: Tool, setting: GuardSetting) => Tool;

/**
 * All guards, innermost first. A run waits for its contexts, then needs a known model, then names its recipients, and
 * last has its demo labelled. The live state is outermost: its getters would freeze in a copy.
 *
 * The price cap, the retry with another size and the watch for refused searches guard calls of a provider, not runs of
 * a tool: they wrap the text model (`models/with-price-cap.ts`), the image call (`tools/image/with-size.ts`) and the
 * search engine (`watch-refusals.ts`).
 */
const GUARDS: readonly Guard[] = [
  (tool) => (tool.kind === 'demo' ? asDemo(tool) : tool),
  (tool, { served }) => (served ? tellRecipients(tool, served) : tool),
  (tool, { isModelKnown }) => (isModelKnown ? onceNamed(tool, isModelKnown) : tool),
  (tool, { contextsKnown }) => (contextsKnown ? onceKnown(tool, contextsKnown) : tool),
  (tool, { state }) => (state ? withState(tool, state) : tool),
];

/** Puts all guards around a tool. */
export const guard: Guard = (tool, setting) => GUARDS.reduce((guarded, each) => each(guarded, setting), tool);

/** Returns a run to the queue that was queued before a restart, until the server has said which model it serves. */
const onceNamed = (tool: Tool, isModelKnown: () => boolean): Tool => ({
  ...tool,
  run(input, context) {
    if (!isModelKnown()) {
      throw new ProviderError('upstream', 'it is not known yet which model is served', {
        retryable: true,
        retryAfter: 30,
      });
    }
    return tool.run(input, context);
  },
});

/**
 * Begins no run before the contexts of the models are known. Right after a start they aren't: a run that is resumed
 * then would be cut into other pieces than before, and all that was paid for would be asked again.
 */
export const onceKnown = (tool: Tool, known: Promise<unknown>): Tool => ({
  ...tool,
  async run(input, context) {
    await known;
    return tool.run(input, context);
  },
});

const withState = (tool: Tool, { lackOf, seesImages, readsScans }: LiveState): Tool => ({
  ...tool,
  lacks: () => lackOf(tool.type),
  get seesImages() {
    return seesImages(tool.type);
  },
  get readsScans() {
    return readsScans(tool.type);
  },
});
