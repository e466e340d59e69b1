import type { WireError } from '../wire-errors.ts';
import type { PersonaHost } from './persona.ts';

interface Refusal {
  readonly message: string;
  readonly param?: string | null;
  readonly code?: string | null;
  readonly type?: string;
}

/** An error in OpenAI's format, also used by close imitations. */
export function openAiError(status: number, refusal: Refusal): WireError {
  const { message, type = 'invalid_request_error', param = null, code = null } = refusal;
  return { status, body: { error: { message, type, param, code } } };
}

/** The model list in OpenAI's format, with a vendor's additional fields. */
export function modelList(
  { models }: PersonaHost,
  ownedBy: string,
  more: (id: string) => object = () => ({}),
): WireError {
  return {
    status: 200,
    body: {
      object: 'list',
      data: models.map((id) => ({
        id,
        object: 'model',
        created: 1_790_000_000,
        owned_by: ownedBy,
        ...more(id),
      })),
    },
  };
}
