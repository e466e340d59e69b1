import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import type { ImageModel, ImageRequest, ImageResult } from './image-model.ts';

export interface ContractOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly limitMs?: number;
  readonly log: typeof silentLog;
}

/** Contract tests for all image providers. `make` connects one to a server that speaks its protocol. */
export function imageModelContract(name: string, make: (options: ContractOptions) => ImageModel): void {
  describe(`${name} keeps the contract of an image model`, () => {
    let simulator: AiSimulator;
    beforeAll(async () => {
      simulator = await startAiSimulator();
    });
    afterEach(() => simulator.journal.clear());
    afterAll(() => simulator.close());

    const connect = (more: Partial<ContractOptions> = {}): ImageModel =>
      make({ baseUrl: simulator.url, apiKey: simulator.apiKey, log: silentLog, ...more });

    const requestFor = (model: string, more: Partial<ImageRequest> = {}): ImageRequest => ({
      model,
      prompt: 'A red and a blue half',
      size: connect().sizeFor(model, { width: 1024, height: 1024 }),
      background: 'opaque',
      ...more,
    });

    const create = (model: string, more: Partial<ImageRequest> = {}): Promise<ImageResult> =>
      connect().create(requestFor(model, more), { signal: new AbortController().signal });

    it('generates one image of low quality as PNG', async () => {
      const { bytes, usage, revisedPrompt } = await create('sim/image');
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'png',
        width: 1024,
        height: 1024,
        hasAlpha: false,
      });
      expect(usage).toMatchObject({ promptTokens: 50, completionTokens: 272, cost: 0.011 });
      expect(revisedPrompt).toBeNull();
      expect(simulator.journal.entries[0]?.body).toMatchObject({
        n: 1,
        quality: 'low',
        output_format: 'png',
      });
    });

    it('generates one without a background', async () => {
      const { bytes } = await create('sim/image', { background: 'transparent' });
      expect((await sharp(bytes).stats()).isOpaque).toBe(false);
    });

    it('edits the given image', async () => {
      const image = await makePicture({ width: 640, height: 640 });
      const { bytes } = await connect().edit(
        { ...requestFor('sim/image'), image, mask: null },
        { signal: new AbortController().signal },
      );
      // The simulator inverts the colours.
      const corner = await sharp(bytes).extract({ left: 0, top: 0, width: 100, height: 100 }).toBuffer();
      const { channels } = await sharp(corner).stats();
      expect(channels[0]?.mean).toBeLessThan(60);
      expect(channels[1]?.mean).toBeGreaterThan(200);
    });

    it('passes on previews if they are wanted', async () => {
      const shown: Buffer[] = [];
      const signal = new AbortController().signal;
      const watch = (model: string, image: Buffer | null = null) => {
        const request = requestFor(model);
        const options = { signal, onPreview: (bytes: Buffer) => shown.push(bytes) };
        return image
          ? connect().edit({ ...request, image, mask: null }, options)
          : connect().create(request, options);
      };
      const { bytes, usage } = await watch('sim/image-preview-1');
      await watch('sim/image-preview-1', await makePicture({ width: 640, height: 640 }));
      expect((await sharp(bytes).metadata()).format).toBe('png');
      expect(usage).toMatchObject({ completionTokens: 272 });
      expect(shown).toHaveLength(2);
      for (const each of shown) expect((await sharp(each).metadata()).format).toBe('png');
      expect(simulator.journal.entries[0]?.body).toMatchObject({ stream: true });

      await expect(watch('sim/image-preview-fails')).rejects.toMatchObject({ kind: 'upstream', status: 502 });
      await expect(watch('sim/image-preview-cut')).rejects.toMatchObject({
        kind: 'truncated',
        retryable: true,
      });
      await expect(watch('sim/image-moderated')).rejects.toMatchObject({ kind: 'refused' });
    });

    it('repeats a request without streaming if the server refuses it, and remembers that', async () => {
      const model = connect();
      const shown: Buffer[] = [];
      const options = {
        signal: new AbortController().signal,
        onPreview: (bytes: Buffer) => shown.push(bytes),
      };
      await model.create(requestFor('sim/image-unstreamed'), options);
      await model.create(requestFor('sim/image-unstreamed'), options);
      expect(shown).toEqual([]);
      const asked = simulator.journal.entries.map(({ body }) => Object.keys(Object(body)).includes('stream'));
      expect(asked).toEqual([true, false, false]);
    });

    it('returns the revised prompt', async () => {
      expect((await create('sim/image-revised')).revisedPrompt).toBe('A prompt in other words.');
    });

    it('fetches an image from an address of the provider itself, and from nowhere else', async () => {
      expect((await sharp((await create('sim/image-url')).bytes).metadata()).format).toBe('png');
      await expect(create('sim/image-url-expired')).rejects.toMatchObject({
        kind: 'fetch',
        retryable: false,
      });
      await expect(create('sim/image-url-elsewhere')).rejects.toMatchObject({ kind: 'fetch' });
    });

    it.each([
      ['sim/image-moderated', { kind: 'refused', retryable: false }],
      ['sim/image-unverified', { kind: 'auth', retryable: false }],
      ['sim/image-no-data', { kind: 'empty', retryable: true }],
      ['sim/image-empty', { kind: 'empty', retryable: true }],
      ['sim/image-fail-401', { kind: 'auth', retryable: false }],
      ['sim/image-fail-402', { kind: 'payment', retryable: false }],
      ['sim/image-fail-429-retry-30', { kind: 'rate', retryable: true, retryAfter: 30 }],
      ['sim/image-fail-503', { kind: 'upstream', retryable: true, status: 503 }],
      ['sim/image-error-200', { kind: 'upstream', retryable: true, status: 502 }],
      ['sim/image-html', { kind: 'protocol', retryable: true }],
      ['sim/image-cut', { kind: 'upstream', retryable: true, status: null }],
      ['gpt-image-1', { kind: 'request', retryable: false }],
    ])('%s fails with its kind', async (model, failure) => {
      await expect(create(model)).rejects.toMatchObject(failure);
    });

    it('gives up an image that exceeds its time limit', async () => {
      const hurried = connect({ limitMs: 100 });
      const creating = hurried.create(requestFor('sim/image-hang'), { signal: new AbortController().signal });
      await expect(creating).rejects.toMatchObject({ kind: 'upstream', retryable: true });
    });

    it('closes the connection on cancellation', async () => {
      const stop = new AbortController();
      const creating = connect().create(requestFor('sim/image-hang'), { signal: stop.signal });
      await simulator.journal.waitFor(() => true);
      stop.abort();
      await expect(creating).rejects.toMatchObject({ kind: 'aborted' });
      expect((await simulator.journal.waitFor((entry) => entry.end !== 'open')).end).toBe('aborted');
    });

    it('shows neither the key nor the prompt in its errors', async () => {
      const wrong = connect({ apiKey: 'sk-not-the-right-key-at-all' });
      const creating = wrong.create(requestFor('sim/image', { prompt: 'a very secret wish' }), {
        signal: new AbortController().signal,
      });
      await expect(creating).rejects.toSatisfy(
        (error: Error) => !/not-the-right|secret wish/.test(`${error.message} ${String(error.cause)}`),
      );
    });

    it('reports the id of the call', async () => {
      const ids: string[] = [];
      await connect().create(requestFor('sim/image'), {
        signal: new AbortController().signal,
        onGenerationId: (id) => ids.push(id),
      });
      expect(ids).toEqual(['req_simulated']);
    });
  });
}
