import { isIP } from 'node:net';
import { isPublicAddress } from '../page-reader/public-address.ts';

/** The known servers, each with its own fields, refusals and answers. `other`: an unknown server. */
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

/** The vendors' hosts. Self-hosted servers are recognised by their model list instead: see `ownerKind`. */
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

/** Self-hosted servers run on loopback, in a private network, or under a bare container name. */
const LOCAL_NAME = /^([^.]+|.+\.(localhost|local|internal|lan|home\.arpa))$/;

/** True for a self-hosted server, where calls cost nothing. */
export function isLocal({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? LOCAL_NAME.test(hostname) : !isPublicAddress(address);
}

/** True for OpenRouter, which can do more than generate text. */
export const isRouter = (baseUrl: URL): boolean => kindOfHost(baseUrl) === 'openrouter';

export function kindOfHost({ hostname }: URL): ServerKind {
  const found = HOSTS.find(([suffix]) => hostname === suffix || hostname.endsWith(`.${suffix}`));
  return found?.[1] ?? 'other';
}

/** Names by which self-hosted servers identify themselves in `owned_by` of `GET /models`, according to their source code. */
const OWNERS: ReadonlyMap<string, ServerKind> = new Map([
  ['library', 'ollama'],
  ['llamacpp', 'llama-cpp'],
  ['vllm', 'vllm'],
  ['organization_owner', 'lm-studio'],
]);

/** Returns the kind of server that a model list reveals; null if it's ambiguous. */
export function ownerKind(owners: readonly (string | null)[]): ServerKind | null {
  const kinds = new Set(owners.flatMap((owner) => OWNERS.get(owner ?? '') ?? []));
  const [kind] = kinds;
  return kinds.size === 1 && kind !== undefined ? kind : null;
}
