import { type Dialect, dialectFor, hasOwnTemperature, withinAdvertised } from './dialect.ts';
import type { Learned, ModelMemory } from './model-memory.ts';
import { isLocal, kindOfHost, type ServerKind } from './server-kind.ts';
import type { Effort, ModelTraits, ServedModel } from './text-model.ts';

/** OpenRouter's routing suffixes, which are in no model list. */
const ROUTING = /:(nitro|floor|online|exacto)$/;

/** Knowledge about a server and its models, from its address, its list and its models' answers. */
export interface ServerFacts {
  readonly baseUrl: URL;
  readonly kind: ServerKind;
  /** Sets the kind that the model list reveals, unless it's already known. */
  recognise(kind: ServerKind | null): void;
  learnList(served: readonly ServedModel[]): void;
  served(model: string): ServedModel | null;
  /** The model that answers to the name: a server of a single one often takes any. Null if the list doesn't tell. */
  answering(model: string): ServedModel | null;
  /** Returns the dialect to use for the model. */
  dialect(model: string): Dialect;
  traits(model: string, effort: Effort): ModelTraits;
  /** True if text must be held back: the model leaves, or may leave, thinking in the text without an opening tag. */
  holds(model: string, effort: Effort): boolean;
  read(model: string): Learned;
  learn(model: string, change: Partial<Learned>): void;
  /** Keeps a dialect for a few hours only, because it was accepted after refusals that gave no reason. */
  suppose(model: string, dialect: Dialect): void;
  isSupposing(model: string): boolean;
  /** The dialect that follows from explicit rejections. */
  certain(model: string): Dialect;
}

/** Short, because a refusal without a reason may have another cause, such as a host that was down. */
const SUPPOSED_MS = 6 * 3_600_000;

/** Servers that pass on a model's raw text if no thinking parser is set up. */
const MAY_BE_RAW: readonly ServerKind[] = ['vllm', 'llama-cpp', 'lm-studio'];

export function createServerFacts(
  baseUrl: URL,
  { memory, kind: given }: { memory: ModelMemory; kind?: ServerKind | undefined },
): ServerFacts {
  let kind = given ?? kindOfHost(baseUrl);
  let list: ReadonlyMap<string, ServedModel> = new Map();
  const supposed = new Map<string, { readonly dialect: Dialect; readonly until: number }>();

  function served(model: string): ServedModel | null {
    const names = [model, model.replace(ROUTING, ''), `${model}:latest`];
    return names.map((name) => list.get(name)).find((each) => each !== undefined) ?? null;
  }

  /** Ignores what was learned from another kind of server, or before it was recognised. */
  function certain(model: string): Dialect {
    const learned = memory.read(model);
    return (learned.kind === kind ? learned.dialect : null) ?? dialectFor(kind, isLocal(baseUrl));
  }

  function supposition(model: string): Dialect | null {
    const guess = supposed.get(model);
    return guess && guess.until > Date.now() ? guess.dialect : null;
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
    answering: (model) => served(model) ?? (list.size === 1 ? ([...list.values()][0] ?? null) : null),
    dialect(model) {
      const known = supposition(model) ?? certain(model);
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
    certain,
    isSupposing: (model) => supposition(model) !== null,
    suppose(model, dialect) {
      supposed.set(model, { dialect, until: Date.now() + SUPPOSED_MS });
    },
    learn(model, change) {
      const before = memory.read(model);
      const after = { ...before, ...change, ...(change.dialect && { kind }) };
      if (JSON.stringify(after) !== JSON.stringify(before)) memory.write(model, after);
    },
  };
}
