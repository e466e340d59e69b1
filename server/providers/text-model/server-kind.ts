/** Who speaks the protocol: each takes, refuses and answers in its own way. `other`: nobody that is known. */
export type ServerKind =
  | 'openrouter'
  | 'openai'
  | 'azure'
  | 'anthropic'
  | 'gemini'
  | 'mistral'
  | 'groq'
  | 'ollama'
  | 'llama-cpp'
  | 'vllm'
  | 'lm-studio'
  | 'other';

/** The makers' own hosts. A server of one's own is recognised by its list of models instead: see `ownerKind`. */
const HOSTS: readonly (readonly [suffix: string, kind: ServerKind])[] = [
  ['openrouter.ai', 'openrouter'],
  ['openai.com', 'openai'],
  ['openai.azure.com', 'azure'],
  ['services.ai.azure.com', 'azure'],
  ['anthropic.com', 'anthropic'],
  ['generativelanguage.googleapis.com', 'gemini'],
  ['mistral.ai', 'mistral'],
  ['groq.com', 'groq'],
];

/** The servers of one's own run on loopback, in the house, or under a container's bare name. */
const LOCAL_HOST =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd]|[^.:]+$|.*\.(local|internal|lan)$)/;

/** Whether a server runs on one's own computers, where a call costs nothing. */
export function isLocal(baseUrl: URL): boolean {
  return LOCAL_HOST.test(baseUrl.hostname);
}

/** Whether it is the router, which can do more than pass a text on. */
export const isRouter = (baseUrl: URL): boolean => kindOfHost(baseUrl) === 'openrouter';

export function kindOfHost({ hostname }: URL): ServerKind {
  const found = HOSTS.find(([suffix]) => hostname === suffix || hostname.endsWith(`.${suffix}`));
  return found?.[1] ?? 'other';
}

/** What servers of one's own call themselves in `owned_by` of `GET /models`, as their sources have it. */
const OWNERS: ReadonlyMap<string, ServerKind> = new Map([
  ['library', 'ollama'],
  ['llamacpp', 'llama-cpp'],
  ['vllm', 'vllm'],
  ['organization_owner', 'lm-studio'],
]);

/** The kind that a list of models gives away; null: it could be anybody's. */
export function ownerKind(owners: readonly (string | null)[]): ServerKind | null {
  const kinds = new Set(owners.flatMap((owner) => OWNERS.get(owner ?? '') ?? []));
  const [kind] = kinds;
  return kinds.size === 1 && kind !== undefined ? kind : null;
}
