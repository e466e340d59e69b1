import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { DemoImageOrder } from './draw-demo-image.ts';

const size = z.string().regex(/^\d{2,4}x\d{2,4}$/);
const request = z.object({ prompt: z.string().max(32_000), size, background: z.string().optional() });

/** Returns the response to an image call, to generate or edit; null for any other call. */
export async function answerImages(body: Buffer, headers: IncomingHttpHeaders): Promise<object | null> {
  const order = await readOrder(body, headers['content-type'] ?? '');
  if (order === null) return null;
  // Loaded on demand: the drawing library takes 20 MB.
  const { drawDemoImage } = await import('./draw-demo-image.ts');
  const bytes = await drawDemoImage(order);
  return {
    created: Math.floor(Date.now() / 1000),
    data: [{ b64_json: bytes.toString('base64') }],
    usage: { input_tokens: 0, output_tokens: 0, cost: 0 },
  };
}

async function readOrder(body: Buffer, type: string): Promise<DemoImageOrder | null> {
  const isForm = type.startsWith('multipart/form-data');
  const form = isForm ? await readForm(body, type) : null;
  const fields = request.safeParse(form ? Object.fromEntries(form) : parseJson(body.toString()));
  if (!fields.success) return null;
  const image = form?.get('image');
  if (isForm && !(image instanceof File)) return null;
  const [width = 0, height = 0] = fields.data.size.split('x').map(Number);
  return {
    prompt: fields.data.prompt,
    width,
    height,
    transparent: fields.data.background === 'transparent',
    source: image instanceof File ? Buffer.from(await image.arrayBuffer()) : null,
  };
}

async function readForm(body: Buffer, type: string): Promise<FormData | null> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
