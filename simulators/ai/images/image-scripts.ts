import { setTimeout as sleep } from 'node:timers/promises';
import { bareError, type WireError, wireError } from '../wire-errors.ts';
import { drawImage } from './draw-image.ts';
import type { ImageOrder } from './image-request.ts';

export interface ImageCall {
  readonly order: ImageOrder;
  /** How often this exact model id was called, including this time. */
  readonly nth: number;
  /** URL of the simulator, ending in `/v1`. */
  readonly url: string;
  /** Sends a preview, if the response is streamed. */
  preview(): Promise<void>;
  /** True while the client is connected. */
  isOpen(): boolean;
  /** Closes the connection without a response. */
  break(): void;
}

/** A model id after `sim/`, and its behaviour. Groups `(…)` in the pattern are the script's arguments. */
export interface ImageScript {
  readonly model: string;
  readonly does: string;
  /** Returns null for no response at all. */
  readonly run: (call: ImageCall, ...args: string[]) => Promise<WireError | null>;
}

/** USD per image, wherever costs are reported. */
const IMAGE_PRICE = 0.011;

const WITH_PICTURE = (bytes: Buffer, more: object = {}): WireError => ({
  status: 200,
  body: {
    created: 1_790_000_000,
    data: [{ b64_json: bytes.toString('base64'), ...more }],
    usage: {
      input_tokens: 50,
      output_tokens: 272,
      total_tokens: 322,
      prompt_tokens: 50,
      completion_tokens: 272,
      cost: IMAGE_PRICE,
    },
  },
});

const WITH_DATA = (data: unknown): WireError => ({ status: 200, body: { created: 1_790_000_000, data } });

const make = async (call: ImageCall): Promise<WireError> => WITH_PICTURE(await drawImage(call.order));

export const IMAGE_SCRIPTS: readonly ImageScript[] = [
  { model: 'image', does: 'makes the picture, of any legal size', run: make },
  {
    model: 'image-slow-(\\d+)',
    does: 'makes the picture after that many milliseconds',
    async run(call, ms) {
      await sleep(Number(ms));
      return make(call);
    },
  },
  {
    model: 'image-preview-(\\d+)',
    does: 'shows the picture on the way where it is streamed, and has it after that many milliseconds',
    async run(call, ms) {
      await call.preview();
      await sleep(Number(ms));
      return make(call);
    },
  },
  {
    model: 'image-preview-fails',
    does: 'shows the picture on the way, and fails then',
    async run(call) {
      await call.preview();
      return wireError('provider_unavailable');
    },
  },
  {
    model: 'image-preview-cut',
    does: 'shows the picture on the way, and ends the stream without it',
    async run(call) {
      await call.preview();
      return { status: 200, body: {} };
    },
  },
  {
    model: 'image-three-sizes',
    does: 'makes the picture in 1024x1024, 1536x1024 or 1024x1536, and refuses any other size as OpenAI does',
    run: make,
  },
  {
    model: 'image-three-sizes-unnamed',
    does: 'does the same, but refuses without naming the field (proxies)',
    run: make,
  },
  { model: 'image-unstreamed', does: 'makes the picture, and refuses to stream it', run: make },
  {
    model: 'image-revised',
    does: 'makes the picture and says what it made of the prompt',
    run: async ({ order }) =>
      WITH_PICTURE(await drawImage(order), { revised_prompt: 'A prompt in other words.' }),
  },
  {
    model: 'image-wrong-size',
    does: 'makes a picture of another size than asked',
    run: async ({ order }) => WITH_PICTURE(await drawImage({ ...order, width: 500, height: 400 })),
  },
  {
    model: 'image-jpeg',
    does: 'makes a JPEG, whatever format is asked for',
    run: async ({ order }) => WITH_PICTURE(await drawImage({ ...order, format: 'jpeg', transparent: false })),
  },
  {
    model: 'image-opaque',
    does: 'fills the background, whatever is asked for',
    run: async ({ order }) => WITH_PICTURE(await drawImage({ ...order, transparent: false })),
  },
  {
    model: 'image-garbage',
    does: 'sends base64 that is no picture',
    run: async () => WITH_PICTURE(Buffer.from('this is not a picture')),
  },
  {
    model: 'image-half',
    does: 'sends the first half of a picture',
    run: async ({ order }) => WITH_PICTURE((await drawImage(order)).subarray(0, 400)),
  },
  { model: 'image-no-data', does: 'answers with an empty list of pictures', run: async () => WITH_DATA([]) },
  {
    model: 'image-empty',
    does: 'answers with a picture that has neither data nor address',
    run: async () => WITH_DATA([{ b64_json: null }]),
  },
  {
    model: 'image-url',
    does: 'sends the address of the picture, with itself',
    run: async ({ order, url }) => WITH_DATA([{ url: `${url}/pictures/${order.width}x${order.height}.png` }]),
  },
  {
    model: 'image-url-expired',
    does: 'sends an address of itself that has expired',
    run: async ({ url }) => WITH_DATA([{ url: `${url}/pictures/expired.png` }]),
  },
  {
    model: 'image-url-elsewhere',
    does: 'sends an address of somebody else, which must never be asked',
    run: async () => WITH_DATA([{ url: 'http://169.254.169.254/latest/meta-data' }]),
  },
  {
    model: 'image-moderated',
    does: 'refuses the prompt as OpenAI does',
    run: async () => ({
      status: 400,
      body: {
        error: {
          message: 'Your request was rejected by the safety system. safety_violations=[violence].',
          type: 'image_generation_user_error',
          param: null,
          code: 'moderation_blocked',
        },
      },
    }),
  },
  {
    model: 'image-unverified',
    does: 'asks for a verified organization, as OpenAI does',
    run: async () => ({
      status: 403,
      body: {
        error: {
          message: 'Your organization must be verified to use the model.',
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
      },
    }),
  },
  { model: 'image-hang', does: 'never answers', run: async () => null },
  {
    model: 'image-cut',
    does: 'breaks the connection without an answer',
    async run(call) {
      call.break();
      return null;
    },
  },
  {
    model: 'image-html',
    does: 'answers 200 with the page of a gateway',
    run: async () => ({ status: 200, body: '<html>Bad gateway</html>' }),
  },
  {
    model: 'image-error-200',
    does: 'answers 200 with an error body of code 502',
    run: async () => ({ ...wireError('provider_unavailable'), status: 200 }),
  },
  {
    model: 'image-fail-(\\d{3})',
    does: 'fails with that status',
    run: async (_call, status) => bareError(Number(status)),
  },
  {
    model: 'image-fail-(\\d{3})-retry-(\\d+)',
    does: 'fails with that status and Retry-After in seconds',
    run: async (_call, status, seconds = '') => ({
      ...bareError(Number(status)),
      headers: { 'retry-after': seconds },
    }),
  },
  {
    model: 'image-flaky-(\\d+)-(.+)',
    does: 'does what the rest of its name says for that many calls, then makes the picture',
    async run(call, times, rest = '') {
      const play = call.nth <= Number(times) ? findImageScript(`sim/${rest}`) : make;
      if (!play) throw new Error(`no such script: ${rest}`);
      return play(call);
    },
  },
];

/** Returns the script of a model id; a real model's id makes an image. `@…` at the end only separates counts. */
export function findImageScript(model: string): ((call: ImageCall) => Promise<WireError | null>) | null {
  const name = model.replace(/@.*$/, '');
  if (!name.startsWith('sim/')) return make;
  for (const script of IMAGE_SCRIPTS) {
    const match = new RegExp(`^sim/${script.model}$`).exec(name);
    if (match) return (call) => script.run(call, ...match.slice(1));
  }
  return null;
}
