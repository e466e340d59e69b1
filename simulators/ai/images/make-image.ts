import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { ChatHost } from '../complete-chat.ts';
import type { JournalEntry } from '../journal.ts';
import { bareError, type WireError } from '../wire-errors.ts';
import { checkMask } from './check-mask.ts';
import { drawImage } from './draw-image.ts';
import { createImageEvents } from './image-events.ts';
import { editSchema, generationSchema, type ImageOrder, routerSchema } from './image-request.ts';
import { findImageScript } from './image-scripts.ts';
import { isServed, sizeOf, sizeOfRatio, supportedSizes } from './image-sizes.ts';

interface Wire {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly raw: Buffer;
}

/**
 * `POST /images/generations` (JSON), `POST /images/edits` (a form) and OpenRouter's `POST /images`, as strict as the
 * real ones.
 */
export async function makeImage(host: ChatHost, entry: JournalEntry, wire: Wire): Promise<void> {
  const order = await readOrder(host, entry, wire);
  if ('status' in order) return send(wire.response, order);
  const script = findImageScript(host.aliases[order.model] ?? order.model);
  if (!script) return send(wire.response, invalid('model', `The model '${order.model}' does not exist.`));
  const events = order.stream === null ? null : createImageEvents(wire.response, order.stream);
  const answer = await script({
    order,
    async preview() {
      events?.preview(await drawImage({ ...order, transparent: false }));
    },
    nth: host.count(order.model),
    url: host.url,
    isOpen: () => !wire.response.destroyed,
    break() {
      entry.end = 'broken';
      wire.response.destroy();
    },
  });
  if (answer === null || wire.response.destroyed) return;
  if (events?.end(answer)) return;
  send(wire.response, answer);
}

/** `GET /pictures/<width>x<height>.png`: the image behind a response's URL. */
export async function sendPicture(response: ServerResponse, path: string): Promise<void> {
  const [, width, height] = /(\d+)x(\d+)\.png$/.exec(path) ?? [];
  if (!width || !height) return send(response, bareError(403));
  const bytes = await drawImage({
    width: Number(width),
    height: Number(height),
    format: 'png',
    transparent: false,
    source: null,
  });
  response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
}

async function readOrder(host: ChatHost, entry: JournalEntry, wire: Wire): Promise<ImageOrder | WireError> {
  switch (entry.path) {
    case '/v1/images/generations':
      return readGeneration(host, entry);
    case '/v1/images/edits':
      return readEdit(host, entry, wire);
    default:
      return readRouted(host, entry);
  }
}

function readGeneration(host: ChatHost, entry: JournalEntry): ImageOrder | WireError {
  const parsed = generationSchema.safeParse(entry.body);
  if (!parsed.success) return refused(parsed.error);
  return toOrder(host, {
    ...parsed.data,
    source: null,
    stream: parsed.data.stream ? 'image_generation' : null,
  });
}

async function readEdit(
  host: ChatHost,
  entry: JournalEntry,
  { request, raw }: Wire,
): Promise<ImageOrder | WireError> {
  let form: FormData;
  try {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    form = await new Response(new Uint8Array(raw), { headers }).formData();
  } catch {
    return invalid('image', 'The body is no form.');
  }
  const files = [...form].filter(([, value]) => value instanceof File);
  const texts = [...form].filter(([, value]) => typeof value === 'string');
  entry.body = { ...Object.fromEntries(texts), files: files.map(([name]) => name) };
  if (files.some(([name]) => !['image', 'image[]', 'mask'].includes(name)))
    return invalid('image', 'Unknown file.');
  const parsed = editSchema.safeParse(Object.fromEntries(texts));
  if (!parsed.success) return refused(parsed.error);
  const image = form.get('image') ?? form.get('image[]');
  if (!(image instanceof File)) return invalid('image', 'An image is required.');
  if (!['image/png', 'image/jpeg', 'image/webp'].includes(image.type))
    return invalid('image', 'Unsupported type.');
  const source = Buffer.from(await image.arrayBuffer());
  const mask = form.get('mask');
  if (mask instanceof File) {
    const checked = await checkMask(Buffer.from(await mask.arrayBuffer()), source);
    if (typeof checked === 'string') return invalid('mask', checked);
    entry.body = { ...Object.fromEntries(texts), files: files.map(([name]) => name), mask: checked };
  }
  return toOrder(host, {
    ...parsed.data,
    source,
    stream: parsed.data.stream === 'true' ? 'image_edit' : null,
  });
}

function readRouted(host: ChatHost, entry: JournalEntry): ImageOrder | WireError {
  const parsed = routerSchema.safeParse(entry.body);
  if (!parsed.success) return refused(parsed.error);
  const { aspect_ratio, input_references, ...fields } = parsed.data;
  const reference = input_references?.[0]?.image_url.url;
  const source = reference ? Buffer.from(reference.slice(reference.indexOf(',') + 1), 'base64') : null;
  const { width, height } = sizeOfRatio(aspect_ratio);
  const stream = fields.stream ? 'image_generation' : null;
  const order = toOrder(host, { ...fields, size: undefined, source, stream });
  return 'status' in order ? order : { ...order, width, height };
}

interface Fields {
  readonly model: string;
  readonly prompt: string;
  readonly size?: string | undefined;
  readonly background?: string | undefined;
  readonly output_format?: ImageOrder['format'] | undefined;
  readonly source: Buffer | null;
  readonly stream: ImageOrder['stream'];
}

function toOrder(host: ChatHost, fields: Fields): ImageOrder | WireError {
  const { model, prompt, background, output_format: format = 'png', source, stream } = fields;
  const known = (host.aliases[model] ?? model).replace(/@.*$/, '').replace(/^openai\//, '');
  if (!isServed(known)) return invalid('model', `The model '${model}' does not exist.`);
  const size = sizeOf(known, fields.size);
  if (size === null) return refusedSize(known, fields.size);
  if (stream !== null && known === 'sim/image-unstreamed')
    return invalid('stream', 'This model does not stream.');
  const transparent = background === 'transparent';
  if (transparent && format === 'jpeg')
    return invalid('background', 'Transparent backgrounds need png or webp.');
  return { model, prompt, ...size, format, transparent, source, stream };
}

function refusedSize(model: string, size: string | undefined): WireError {
  if (model !== 'sim/image-three-sizes-unnamed')
    return invalid('size', `Invalid value: '${size}'. ${supportedSizes(model)}`.trim());
  const error = {
    message: 'The size is not supported by this model.',
    type: 'None',
    param: null,
    code: '400',
  };
  return { status: 400, body: { error } };
}

function refused(error: z.ZodError): WireError {
  const [issue] = error.issues;
  return invalid(issue?.path.join('.') || 'body', issue?.message ?? '');
}

function invalid(param: string, message: string): WireError {
  return {
    status: 400,
    body: { error: { message, type: 'invalid_request_error', param, code: 'invalid_value' } },
  };
}

function send(response: ServerResponse, { status, body, headers }: WireError): void {
  const isText = typeof body === 'string';
  response
    .writeHead(status, {
      'content-type': isText ? 'text/html' : 'application/json',
      'x-request-id': 'req_simulated',
      ...headers,
    })
    .end(isText ? body : JSON.stringify(body));
}
