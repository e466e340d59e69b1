import { readFileSync } from 'node:fs';
import { StorageApiError, StorageClient } from '@supabase/storage-js';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { z } from 'zod';

const manifest = z.object({ devDependencies: z.record(z.string(), z.string()) });
const { devDependencies } = manifest.parse(
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
);
const own = devDependencies['@supabase/supabase-js'] ?? '';
const minorOf = (version: string): number => Number(version.split('.')[1]);

test('the contract is tested with three minor versions of the official client in a row', () => {
  const earlier = Object.keys(devDependencies).filter((name) => name.startsWith('supabase-js-'));
  const newest = minorOf(own);
  expect(earlier.toSorted()).toEqual([`supabase-js-2.${newest - 2}`, `supabase-js-2.${newest - 1}`]);
  for (const name of earlier)
    expect(devDependencies[name]).toContain(`@${name.replace('supabase-js-', '')}.`);
});

const version = process.env['SUPABASE_JS'] ? `${process.env['SUPABASE_JS']}.` : own;

test('the client that is asked for is the one that asks', async () => {
  const asked: string[] = [];
  const client = createClient('http://localhost:1', 'a key', {
    global: {
      fetch: async (_address, init) => {
        asked.push(new Headers(init?.headers).get('x-client-info') ?? '');
        return Response.json([]);
      },
    },
  });
  await client.from('tasks').select();
  expect(asked[0]).toContain(`/${version}`);
});

test('a part of it that is imported by its own name is of the same version, and the same code', async () => {
  const asked: string[] = [];
  const refuse: typeof fetch = async (_address, init) => {
    asked.push(new Headers(init?.headers).get('x-client-info') ?? '');
    return Response.json({ message: 'no' }, { status: 400 });
  };
  await new StorageClient('http://localhost:1', {}, refuse).listBuckets();
  expect(asked[0]).toContain(`storage-js/${version}`);
  const whole = createClient('http://localhost:1', 'a key', { global: { fetch: refuse } });
  const { error } = await whole.storage.listBuckets();
  expect(error).toBeInstanceOf(StorageApiError);
});
