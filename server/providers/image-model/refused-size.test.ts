import { describe, expect, it } from 'vitest';
import { createConnection } from '../text-model/connection.ts';
import { RefusedSize } from './image-model.ts';
import { createKnownSizes } from './known-sizes.ts';
import { readImage } from './read-image.ts';

const WIDE = { width: 1792, height: 1024 };

/** Returns the error that a response with this status and body leads to. */
async function failureOf(status: number, error: unknown): Promise<unknown> {
  const connection = createConnection({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'sk-of-the-provider' });
  const options = { prompt: 'A cat', signal: new AbortController().signal, optional: ['stream'] };
  return readImage(connection, Response.json({ error }, { status }), options).catch(
    (failure: unknown) => failure,
  );
}

describe('the refusal of a size', () => {
  it.each([
    [
      'OpenAI',
      400,
      {
        message:
          "Invalid value: '1792x1024'. Supported values are: '1024x1024', '1024x1536', '1536x1024', and 'auto'.",
        type: 'invalid_request_error',
        param: 'size',
        code: 'invalid_value',
      },
    ],
    [
      'a proxy that drops the field',
      400,
      { message: "Invalid value: '1792x1024'.", param: null, code: '400' },
    ],
    ['a server with words of its own', 422, { message: 'This size is not supported' }],
    ['a server that writes an error as a string', 400, 'Unsupported image size: 1792 x 1024'],
  ])('is recognized from %s', async (_who, status, error) => {
    const failure = await failureOf(status, error);
    expect(failure).toBeInstanceOf(RefusedSize);
    // By its status the call counts as rejected, so nothing is charged.
    expect(failure).toMatchObject({ kind: 'request', status, retryable: false });
  });

  it.each([
    ['another field', 400, { message: 'Invalid value: 1792x1024', param: 'quality' }],
    ['too large a file', 400, { message: 'The file size must be below 50 MB', param: null }],
    ['the window', 400, { message: 'The context size is exceeded', param: null }],
    ['rules', 400, { message: 'No picture of that size, for safety', code: 'moderation_blocked' }],
    ['a fault', 500, { message: 'Could not resize: size is 0' }],
    ['too many', 429, { message: 'Too many pictures of this size' }],
  ])('is not recognized if it is about %s', async (_what, status, error) => {
    const failure = await failureOf(status, error);
    expect(failure).toMatchObject({ status });
    expect(failure).not.toBeInstanceOf(RefusedSize);
  });
});

describe('knowledge of a model’s sizes', () => {
  const refuse = (): Promise<never> =>
    Promise.reject(new RefusedSize('request', 'no', { retryable: false, status: 400 }));

  it('is learned from what it refuses, for that model only', async () => {
    const sizes = createKnownSizes();
    expect(sizes.sizeFor('a', WIDE)).toEqual(WIDE);
    await expect(sizes.learning({ model: 'a', size: WIDE }, refuse())).rejects.toThrow(RefusedSize);
    expect(sizes.sizeFor('a', WIDE)).toEqual({ width: 1536, height: 1024 });
    expect(sizes.sizeFor('a', { width: 1024, height: 1536 })).toEqual({ width: 1024, height: 1536 });
    expect(sizes.sizeFor('b', WIDE)).toEqual(WIDE);
  });

  it('is forgotten if it refuses one of the three as well', async () => {
    const sizes = createKnownSizes();
    for (const size of [WIDE, { width: 1536, height: 1024 }]) {
      await expect(sizes.learning({ model: 'a', size }, refuse())).rejects.toThrow(RefusedSize);
    }
    expect(sizes.sizeFor('a', WIDE)).toEqual(WIDE);
  });

  it('is not learned from other failures', async () => {
    const sizes = createKnownSizes();
    const call = Promise.reject(new Error('broken'));
    await expect(sizes.learning({ model: 'a', size: WIDE }, call)).rejects.toThrow('broken');
    expect(sizes.sizeFor('a', WIDE)).toEqual(WIDE);
  });
});
