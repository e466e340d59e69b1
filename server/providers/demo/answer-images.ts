import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { drawFoxCard } from './drawings/fox-card.ts';
import { drawHallway, SAGE_GREEN } from './drawings/hallway.ts';
import { findPrepared, readPrepared } from './prepared.ts';

const size = z.string().regex(/^\d{2,4}x\d{2,4}$/);
const request = z.object({ prompt: z.string().max(32_000), size });

/** The prepared pictures by the task's title. */
const DRAWINGS = [
  { title: EXAMPLE_TASKS.create_image.title, draw: drawFoxCard },
  {
    title: EXAMPLE_TASKS.image_edit.title,
    draw: (width: number, height: number) => drawHallway(SAGE_GREEN, width, height),
  },
];

/** Returns the response to an image call; null if nothing was prepared for it. */
export async function answerImages(body: Buffer, headers: IncomingHttpHeaders): Promise<object | null> {
  const fields = request.safeParse(await readFields(body, headers['content-type'] ?? ''));
  if (!fields.success) return null;
  const { prompt, size: wanted } = fields.data;
  const drawing = DRAWINGS.find(({ title }) => isPromptOf(title, prompt));
  if (drawing === undefined) return null;
  const [width = 0, height = 0] = wanted.split('x').map(Number);
  // Loaded on demand: the drawing library takes 20 MB.
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(Buffer.from(drawing.draw(width, height)))
    .flatten()
    .png()
    .toBuffer();
  return {
    created: Math.floor(Date.now() / 1000),
    data: [{ b64_json: bytes.toString('base64') }],
    usage: { input_tokens: 0, output_tokens: 0, cost: 0 },
  };
}

/** A prompt begins with its brief, or with the task itself. */
function isPromptOf(title: string, prompt: string): boolean {
  const prepared = findPrepared(title);
  const [first] = prompt.split('\n');
  return first === title || (prepared !== null && first === readPrepared(prepared));
}

/** The fields of a form, or of JSON; undefined if it is neither. */
async function readFields(body: Buffer, type: string): Promise<unknown> {
  try {
    if (!type.startsWith('multipart/form-data')) return JSON.parse(body.toString());
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form);
  } catch {
    return undefined;
  }
}
