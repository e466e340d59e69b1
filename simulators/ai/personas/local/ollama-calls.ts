import type { WireError } from '../../wire-errors.ts';
import type { PersonaHost, PersonaRequest } from '../persona.ts';
import { fieldsOf, textIn } from '../wire-body.ts';
import { type LocalModel, localModel, thinksAtAll } from './local-models.ts';

/** Ollama's own calls, besides OpenAI's protocol, at the server's root: docs/api.md, and the sources below. */
export function ollamaCall(request: PersonaRequest, host: PersonaHost): WireError | null {
  switch (`${request.method} ${request.path}`) {
    case 'GET /api/version':
      return sent({ version: '0.32.0' });
    case 'GET /api/tags':
      return sent({ models: host.models.map(listed) });
    case 'GET /api/ps':
      // `context_length`: PR 11331.
      return sent({
        models: host.models.map((model) => ({
          ...listed(model),
          expires_at: '2030-01-01T00:00:00Z',
          size_vram: 5_964_735_424,
          context_length: host.context,
        })),
      });
    case 'POST /api/show':
      return show(request, host);
    default:
      return null;
  }
}

function show({ body }: PersonaRequest, host: PersonaHost): WireError {
  // `name` is the old name.
  const { model, name } = fieldsOf(body);
  const id = textIn(model) ?? textIn(name) ?? '';
  if (!host.models.includes(id)) return { status: 404, body: { error: `model '${id}' not found` } };
  const profile = localModel({ model: id }, host);
  return sent({
    // As in issue 9221 and the Modelfile: one per line.
    parameters: `num_ctx                        ${host.context}\nstop                           "<|im_end|>"`,
    template: '{{ .Prompt }}',
    details: DETAILS,
    // The context of its training, not the one it was loaded with: issue 16978.
    model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
    // issue 10966.
    capabilities: ['completion', 'vision', 'tools', ...(thinksAtAll(profile) ? ['thinking'] : [])],
    thinking: THINKING[profile],
  });
}

/** docs/capabilities/thinking.mdx, "Discover a model's thinking controls". */
const THINKING: Readonly<Record<LocalModel, object>> = {
  thinking: { values: [true, false], default: true },
  long: { values: [true, false], default: true },
  levels: { values: ['low', 'medium', 'high'], default: 'medium' },
  plain: { values: [false], default: false },
};

const DETAILS = {
  parent_model: '',
  format: 'gguf',
  family: 'qwen3',
  families: ['qwen3'],
  parameter_size: '8.2B',
  quantization_level: 'Q4_K_M',
};

const listed = (model: string): object => ({
  name: model,
  model,
  modified_at: '2026-09-01T00:00:00Z',
  size: 5_964_735_424,
  digest: 'a2af6cc3eb7fa8be8504abaf9b04e88f17a119ec3f04a3addf55f92841195f5a',
  details: DETAILS,
});

const sent = (body: unknown): WireError => ({ status: 200, body });
