import type { WireError } from '../../wire-errors.ts';
import { modelList } from '../openai-wire.ts';
import type { PersonaHost, PersonaRequest } from '../persona.ts';
import { type LocalModel, localModel, thinksAtAll } from './local-models.ts';

/** tools/server/README.md, `GET /health`, `GET /v1/models`, `GET /props`. */
export function llamaCppCall({ method, path }: PersonaRequest, host: PersonaHost): WireError | null {
  const [model = ''] = host.models;
  // "The returned list always has one single element."
  const only = { ...host, models: [model] };
  const profile: LocalModel | 'blind' = localModel({ model }, host, ['blind']);
  switch (`${method} ${path}`) {
    case 'GET /health':
      return { status: 200, body: { status: 'ok' } };
    case 'GET /models':
    case 'GET /v1/models':
      return modelList(only, 'llamacpp', () => ({
        architecture: {
          input_modalities: profile === 'blind' ? ['text'] : ['text', 'image'],
          output_modalities: ['text'],
        },
        // `n_ctx`, the context it was loaded with, next to that of its training: hermes-agent PR 78212.
        meta: { vocab_type: 2, n_vocab: 128_256, n_ctx: host.context, n_ctx_train: 131_072, n_embd: 4_096 },
      }));
    case 'GET /props':
      return {
        status: 200,
        body: {
          default_generation_settings: { id: 0, n_ctx: host.context, params: { n_predict: -1 } },
          total_slots: 1,
          model_path: `../models/${model}.gguf`,
          chat_template: thinksAtAll(profile) ? THINKING_TEMPLATE : PLAIN_TEMPLATE,
          modalities: { vision: profile !== 'blind' },
          build_info: 'b9789-0f3cb3fc8',
          is_sleeping: false,
        },
      };
    default:
      return null;
  }
}

const PLAIN_TEMPLATE =
  '{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n';
const THINKING_TEMPLATE = `${PLAIN_TEMPLATE}{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% endif %}`;
