import { type Dialect, dialectFor, hasOwnTemperature, withinAdvertised } from './dialect.ts';
import type { Learned, ModelMemory } from './model-memory.ts';
import { isLocal, kindOfHost, type ServerKind } from './server-kind.ts';
import type { Effort, ModelTraits, ServedModel } from './text-model.ts';

/** Endings by which OpenRouter is told how to route; they are in no list. */
const ROUTING = /:(nitro|floor|online|exacto)$/;

/** What is known of a server and its models: by its address, its list, and what its models have answered. */
export interface ServerFacts {
  readonly baseUrl: URL;
  readonly kind: ServerKind;
  /** What the server's list gives away. */
  recognise(kind: ServerKind | null): void;
  learnList(served: readonly ServedModel[]): void;
  served(model: string): ServedModel | null;
  /** How to ask the model. */
  dialect(model: string): Dialect;
  traits(model: string, effort: Effort): ModelTraits;
  /** Whether nobody knows if the model leaves its thoughts in the text without a mark at their beginning. */
  holds(model: string, effort: Effort): boolean;
  read(model: string): Learned;
  learn(model: string, change: Partial<Learned>): void;
}

/** Servers that pass on a model's raw text where no parser of thoughts was set up. */
const MAY_BE_RAW: readonly ServerKind[] = ['vllm', 'llama-cpp', 'lm-studio'];

export function createServerFacts(
  baseUrl: URL,
  { memory, kind: given }: { memory: ModelMemory; kind?: ServerKind | undefined },
): ServerFacts {
  let kind = given ?? kindOfHost(baseUrl);
  let list: ReadonlyMap<string, ServedModel> = new Map();

  function served(model: string): ServedModel | null {
    const names = [model, model.replace(ROUTING, ''), `${model}:latest`];
    return names.map((name) => list.get(name)).find((each) => each !== undefined) ?? null;
  }

  function thinks(model: string): boolean | null {
    return memory.read(model).thinks ? true : (served(model)?.thinks ?? null);
  }

  return {
    baseUrl,
    get kind() {
      return kind;
    },
    recognise(found) {
      if (given === undefined && kind === 'other' && found !== null) kind = found;
    },
    learnList(models) {
      list = new Map(models.map((model) => [model.id, model]));
    },
    served,
    dialect(model) {
      const known = memory.read(model).dialect ?? dialectFor(kind, isLocal(baseUrl));
      const advertised = withinAdvertised(known, served(model)?.takes ?? null);
      const thinking = thinks(model) === false ? null : advertised.thinking;
      return { ...advertised, thinking, temperature: advertised.temperature && !hasOwnTemperature(model) };
    },
    traits: (model, effort) => ({
      thinks: thinks(model),
      thinkingNeed: memory.read(model).thinkingNeed[effort] ?? 0,
    }),
    holds(model, effort) {
      const marks = memory.read(model).marks[effort];
      if (marks !== undefined) return marks !== 'none';
      return MAY_BE_RAW.includes(kind) && thinks(model) !== false;
    },
    read: (model) => memory.read(model),
    learn(model, change) {
      const before = memory.read(model);
      const after = { ...before, ...change };
      if (JSON.stringify(after) !== JSON.stringify(before)) memory.write(model, after);
    },
  };
}
