import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import type { StorageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { bearer, codeOf, desk, fresh, json, openStorage, url } from './storage-client.ts';

let world: StorageWorld;
let ann: Person;
let bob: Person;
/** 400 by 300, red on the left and blue on the right. */
let picture: string;

beforeAll(async () => {
  ({ world, ann, bob } = await openStorage());
  picture = await putPicture(await makePicture({ width: 400, height: 300, format: 'jpeg' }), 'jpg');
});
afterAll(() => world.close());

async function putPicture(bytes: Buffer, extension: string, bucket = 'desk'): Promise<string> {
  const path = fresh(ann, extension);
  const { error } = await desk(world, ann, bucket).upload(path, bytes);
  expect(error).toBeNull();
  return path;
}

/** The picture that the API makes, as a reader that takes these types gets it. */
const rendered = (query: string, headers: Record<string, string> = {}, path = picture) =>
  fetch(url(world, `/render/image/authenticated/desk/${path}?${query}`), {
    headers: { ...bearer(ann), ...headers },
  });

async function sizeOf(response: Response): Promise<[number, number, string]> {
  expect(response.status).toBe(200);
  const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();
  return [width, height, format];
}

describe('the official client', () => {
  it('downloads a picture in another size, in its own format', async () => {
    const transform = { width: 200, height: 200 };
    const { data } = await desk(world, ann).download(picture, { transform });
    expect(data?.type).toBe('image/jpeg');
    const { width, height } = await sharp(await data?.arrayBuffer()).metadata();
    expect([width, height]).toEqual([200, 200]);
    const controller = new AbortController();
    const parameters = { signal: controller.signal, cache: 'no-store' } as const;
    expect((await desk(world, ann).download(picture, { transform }, parameters)).error).toBeNull();
  });

  it('signs a link to it, whose transformation no address changes', async () => {
    const transform = { width: 200, height: 200, quality: 60 };
    const { data } = await desk(world, ann).createSignedUrl(picture, 60, { transform, download: true });
    const link = data?.signedUrl ?? '';
    expect(link).toContain(`/storage/v1/render/image/sign/desk/${picture}?token=`);
    const response = await fetch(`${link}&width=10&height=10&quality=20&resize=fill`);
    expect(response.headers.get('x-transformations')).toBe(
      'height:200,width:200,resizing_type:fill,quality:60',
    );
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=(59|60)$/);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(await sizeOf(response)).toEqual([200, 200, 'jpeg']);
  });

  it('builds an address of a public one', async () => {
    const bytes = await makePicture({ width: 400, height: 300 });
    const path = await putPicture(bytes, 'png', 'wall');
    const address = (bucket: string, name: string) =>
      desk(world, ann, bucket).getPublicUrl(name, { transform: { width: 40, resize: 'contain' } }).data
        .publicUrl;
    expect(await sizeOf(await fetch(address('wall', path)))).toEqual([40, 30, 'png']);
    expect(await codeOf(fetch(address('desk', picture)))).toBe('NoSuchBucket');
    expect(await codeOf(fetch(address('wall', 'missing.png')))).toBe('NoSuchKey');
  });
});

describe('a transformation', () => {
  it.each([
    ['width=100&height=100', [100, 100], 'height:100,width:100,resizing_type:fill'],
    ['width=100&height=100&resize=contain', [100, 75], 'height:100,width:100,resizing_type:fit'],
    ['width=100&height=200&resize=fill', [100, 200], 'height:200,width:100,resizing_type:force'],
    ['width=200', [200, 150], 'width:200,resizing_type:fill'],
    ['width=100&quality=30&format=origin', [100, 75], 'width:100,resizing_type:fill,quality:30'],
    ['width=1000000000', [400, 300], 'width:2500,resizing_type:fill'],
    ['width=0&height=0', [400, 300], null],
    ['', [400, 300], null],
  ])('by "%s" makes what it says, and tells what it did', async (query, size, told) => {
    const response = await rendered(query);
    expect(response.headers.get('x-transformations')).toBe(told);
    expect((await sizeOf(response)).slice(0, 2)).toEqual(size);
  });

  it('cuts what projects on both sides alike, and stretches only where it was told to', async () => {
    const colours = async (query: string): Promise<string[]> => {
      const bytes = await (await rendered(query)).arrayBuffer();
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number) => ((data[x * info.channels] ?? 0) > 128 ? 'red' : 'blue');
      return [at(0), at(info.width - 1)];
    };
    expect(await colours('width=50&height=300')).toEqual(['red', 'blue']);
    expect(await colours('width=50&height=300&resize=fill')).toEqual(['red', 'blue']);
  });

  it.each([
    ['*/*', '', 'jpeg'],
    ['image/avif,image/webp,image/apng,*/*;q=0.8', '', 'webp'],
    ['image/webp;q=0, */*', '', 'jpeg'],
    ['image/avif', '', 'heif'],
    ['image/webp', '&format=origin', 'jpeg'],
    ['*/*', '&format=avif', 'heif'],
    ['*/*', '&format=webp', 'webp'],
  ])('answers a reader that takes %s, asked with "%s", in %s', async (accept, query, format) => {
    const response = await rendered(`width=50${query}`, { accept });
    expect(response.headers.get('content-type')).toBe(`image/${format === 'heif' ? 'avif' : format}`);
    expect(response.headers.get('vary') ?? '').toMatch(query === '' ? /accept/i : /^(?!.*accept)/i);
    expect((await sizeOf(response))[2]).toBe(format);
  });

  it.each(['png', 'webp', 'gif', 'avif'] as const)('keeps a picture in %s what it is', async (format) => {
    const bytes = await sharp(await makePicture({ width: 60, height: 40 }))
      .toFormat(format)
      .toBuffer();
    const path = await putPicture(bytes, format);
    const response = await rendered('width=30', {}, path);
    expect(response.headers.get('content-type')).toBe(`image/${format}`);
    expect((await sizeOf(response)).slice(0, 2)).toEqual([30, 20]);
  });

  it('shows a picture as its camera was held, and tells nobody where that was', async () => {
    const bytes = await sharp(await makePicture({ width: 60, height: 40, format: 'jpeg' }))
      .withExif({ IFD0: { Make: 'Secret' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif?.toString('latin1')).toContain('Secret');
    const path = await putPicture(bytes, 'jpg');
    for (const query of ['', 'width=20', 'format=avif', 'format=webp', 'format=origin']) {
      const made = Buffer.from(await (await rendered(query, {}, path)).arrayBuffer());
      expect(made.toString('latin1')).not.toMatch(/Exif|Secret|GPS/);
      const { exif, xmp, iptc, orientation, width, height } = await sharp(made).metadata();
      expect([exif, xmp, iptc, orientation]).toEqual(Array(4).fill(undefined));
      expect(height).toBeGreaterThan(width);
    }
  });

  it('costs nothing where the reader has its answer already, and is another one for each wish and format', async () => {
    const first = await rendered('width=50');
    const tag = first.headers.get('etag') ?? '';
    const again = await rendered('width=50', { 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = { 'if-none-match': tag };
    expect((await rendered('width=51', other)).status).toBe(200);
    expect((await rendered('width=50', { ...other, accept: 'image/webp' })).status).toBe(200);
    expect((await rendered('', other)).headers.get('etag')).not.toBe(tag);
    await desk(world, ann).update(
      picture,
      await makePicture({ width: 400, height: 300, format: 'jpeg', transparent: true }),
    );
    expect((await rendered('width=50', other)).status).toBe(200);
  });

  it('answers the whole picture to who asks for a part, and its head to who asks for that', async () => {
    const part = await rendered('width=50', { range: 'bytes=0-9' });
    expect([part.status, part.headers.get('accept-ranges')]).toEqual([200, 'none']);
    const head = await fetch(url(world, `/render/image/authenticated/desk/${picture}?width=50`), {
      method: 'HEAD',
      headers: bearer(ann),
    });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(part.headers.get('content-length'));
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('a wish that makes no sense', () => {
  it.each([
    'width=-1',
    'width=NaN',
    'width=1e9',
    'width=1.5',
    'width=',
    'width=0x10',
    'width=99999999999999999999',
    'height=Infinity',
    'width=10&width=20',
    'resize=cover&resize=fill',
    'resize=zoom',
    'quality=19',
    'quality=101',
    'quality=x',
    'format=svg',
    'format=origin&format=avif',
    'gravity=no',
    'x_offset=1',
    'versionId=x',
  ])('(%s) is refused', async (query) => {
    const response = await rendered(query);
    expect([response.status, await json(response)]).toEqual([
      400,
      expect.objectContaining({ statusCode: '400', code: 'InvalidRequest' }),
    ]);
  });

  it.each([
    { width: -1 },
    { width: 1.5 },
    { quality: 1000 },
    { resize: 'zoom' },
    { gravity: 'no' },
    { width: [1, 2] },
    [],
  ])('(%j) is not signed', async (transform) => {
    const response = fetch(url(world, `/object/sign/desk/${picture}`), {
      method: 'POST',
      headers: { ...bearer(ann), 'content-type': 'application/json' },
      body: JSON.stringify({ expiresIn: 60, transform }),
    });
    expect(await codeOf(response)).toBe('InvalidRequest');
  });
});

describe("somebody else's picture", () => {
  it('is not made smaller for a stranger, and looks like a missing one', async () => {
    const ask = async (path: string, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(url(world, `/render/image/authenticated/desk/${path}?width=10`), {
        headers,
      });
      return [response.status, await response.json()];
    };
    for (const token of [bob.token, world.anonKey]) {
      expect(await ask(picture, token)).toEqual(await ask(fresh(ann, 'jpg'), token));
    }
    expect(await codeOf(fetch(url(world, `/render/image/authenticated/desk/${picture}`)))).toBe('NoSuchKey');
    expect(
      await codeOf(
        fetch(url(world, `/render/image/authenticated/desk/${picture}`), {
          headers: { authorization: 'Bearer x' },
        }),
      ),
    ).toBe('AccessDenied');
    const { error } = await desk(world, bob).createSignedUrl(picture, 60, { transform: { width: 10 } });
    expect(error).toMatchObject({ statusCode: '404' });
  });

  it('is opened by no link to another one, to the original, or of another kind', async () => {
    const other = await putPicture(await makePicture(), 'png');
    const sign = async (transform?: { width: number }) => {
      const { data } = await desk(world, ann).createSignedUrl(picture, 60, transform ? { transform } : {});
      return new URL(data?.signedUrl ?? '').searchParams.get('token') ?? '';
    };
    const [small, whole] = [await sign({ width: 10 }), await sign()];
    const upload = (await desk(world, ann).createSignedUploadUrl(fresh(ann))).data?.token ?? '';
    const open = (kind: string, path: string, token: string) =>
      fetch(url(world, `/${kind}/sign/${path}?token=${token}`));
    expect((await open('render/image', `desk/${picture}`, small)).status).toBe(200);
    for (const [kind, path, token] of [
      ['render/image', `desk/${other}`, small],
      ['render/image', `wall/${picture}`, small],
      ['render/image', `desk/${picture}/`, small],
      ['render/image', `desk//${picture}`, small],
      ['render/image', `desk/x/../${picture}x`, small],
      // A small picture may be all that somebody was meant to see.
      ['object', `desk/${picture}`, small],
      ['render/image', `desk/${picture}`, whole],
      ['render/image', `desk/${picture}`, upload],
      ['render/image', `desk/${picture}`, ann.token],
    ] as const) {
      const response = await open(kind, path, token);
      expect(response.status, `${kind} ${path}`).toBe(400);
    }
    const asUpload = fetch(url(world, `/object/upload/sign/desk/${picture}?token=${small}`), {
      method: 'PUT',
      body: 'x',
    });
    expect(await codeOf(asUpload)).toBe('InvalidSignature');
  });

  it('is shown by its link no longer than the session that signed it lives', async () => {
    const leaving = await world.person();
    const path = fresh(leaving, 'png');
    await desk(world, leaving).upload(path, await makePicture());
    const { data } = await desk(world, leaving).createSignedUrl(path, 60, { transform: { width: 10 } });
    expect((await fetch(data?.signedUrl ?? '')).status).toBe(200);
    world.endSession(leaving.sessionId);
    expect(await codeOf(fetch(data?.signedUrl ?? ''))).toBe('ExpiredToken');
  });
});

it('a reader that hangs up holds up nobody', async () => {
  const large = await putPicture(
    await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#456' } })
      .png()
      .toBuffer(),
    'png',
  );
  const stops = Array.from({ length: 10 }, () => new AbortController());
  const gone = stops.map(({ signal }) =>
    fetch(url(world, `/render/image/authenticated/desk/${large}?format=avif`), {
      headers: bearer(ann),
      signal,
    }).then(
      (response) => response.status,
      (error: unknown) => (error instanceof Error ? error.name : ''),
    ),
  );
  await pause(200);
  for (const stop of stops) stop.abort();
  expect(new Set(await Promise.all(gone))).toEqual(new Set(['AbortError']));
  expect((await rendered('width=10')).status).toBe(200);
});
