import { type ChatRequest, chatRequestSchema } from '../chat-request.ts';
import { type Fields, fieldsOf, isFields, listOf, textIn } from './wire-body.ts';

/**
 * The request in the form that scripts read. A persona has already validated the body, and accepts fields and forms
 * that the simulator's schema doesn't: they are removed, level by level, until it validates.
 */
export function normaliseRequest(body: unknown): ChatRequest {
  let request: unknown = structuredClone({ ...fieldsOf(body), messages: messagesIn(body) });
  for (let tries = 0; tries < 50; tries++) {
    const parsed = chatRequestSchema.safeParse(request);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const path = issue?.path ?? [];
    if (path[0] === 'model' || path[0] === 'messages') break;
    if (issue?.code === 'unrecognized_keys') {
      for (const key of issue.keys) request = without(request, [...path, key]);
    } else {
      request = without(request, path.slice(0, 1));
    }
  }
  throw new Error('the persona took a request that no script can read');
}

function without(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? without(each, rest) : each));
  if (!isFields(value)) return value;
  const entries = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    if (name !== key) return [[name, each]];
    return rest.length === 0 ? [] : [[name, without(each, rest)]];
  });
  return Object.fromEntries(entries);
}

/**
 * Turns OpenAI's `developer` into `system`; images before the text, or given as a plain URL, are moved after it in
 * the usual form.
 */
function messagesIn(body: unknown): unknown[] {
  return listOf(fieldsOf(body)['messages']).map((each) => {
    const { role, content } = fieldsOf(each);
    const plain = role === 'developer' ? 'system' : role;
    if (!Array.isArray(content)) return { role: plain, content: textIn(content) ?? '' };
    const parts = content.map(fieldsOf).map(toPart);
    const text = parts.filter(({ type }) => type === 'text');
    if (plain !== 'user')
      return { role: plain, content: text.map((part) => textIn(part['text']) ?? '').join('') };
    const shown = parts.filter(({ type }) => type !== 'text');
    return { role: plain, content: [...(text.length === 0 ? [{ type: 'text', text: '' }] : text), ...shown] };
  });
}

function toPart(part: Fields): Fields {
  const { type, text, image_url: image, file } = part;
  if (type === 'text') return { type, text: textIn(text) ?? '' };
  if (type !== 'image_url') return { type, file };
  return { type, image_url: { url: textIn(image) ?? fieldsOf(image)['url'] } };
}
