import type { WireError } from '../../wire-errors.ts';
import type { PersonaHost, PersonaRequest } from '../persona.ts';
import { localModel } from './local-models.ts';

/** LM Studio's lists: OpenAI's, with names only, and two of its own, of which `v0` is the older one. */
export function lmStudioCall({ method, path }: PersonaRequest, host: PersonaHost): WireError | null {
  switch (`${method} ${path}`) {
    case 'GET /v1/models':
      return sent({
        data: host.models.map((id) => ({ id, object: 'model', owned_by: 'organization_owner' })),
        object: 'list',
      });
    // lmstudio.ai/docs/api/rest-api, "GET /api/v0/models"; loaded_context_length only for loaded models.
    case 'GET /api/v0/models':
      return sent({
        object: 'list',
        data: host.models.map((id) => ({
          id,
          object: 'model',
          type: typeOf(id, host),
          publisher: 'qwen',
          arch: 'qwen35',
          compatibility_type: 'gguf',
          quantization: 'Q4_K_M',
          state: 'loaded',
          max_context_length: MADE_FOR,
          loaded_context_length: host.context,
        })),
      });
    // lmstudio-bug-tracker 1659.
    case 'GET /api/v1/models':
      return sent({
        models: host.models.map((key) => ({
          type: 'llm',
          publisher: 'qwen',
          key,
          display_name: key,
          architecture: 'qwen35',
          quantization: { name: 'Q4_K_M', bits_per_weight: 4 },
          loaded_instances: [{ id: key, config: { context_length: host.context } }],
          max_context_length: MADE_FOR,
          format: 'gguf',
          capabilities: { vision: typeOf(key, host) === 'vlm', trained_for_tool_use: true },
        })),
      });
    default:
      return null;
  }
}

/** Maximum context of the model; it is loaded with less. */
const MADE_FOR = 131_072;

/** `blind`: a text-only model. */
function typeOf(model: string, host: PersonaHost): 'llm' | 'vlm' {
  return localModel({ model }, host, ['blind']) === 'blind' ? 'llm' : 'vlm';
}

const sent = (body: unknown): WireError => ({ status: 200, body });
