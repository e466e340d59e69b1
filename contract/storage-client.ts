import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { z } from 'zod';
import { type StorageWorld, storageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';

/** `desk` is private, `wall` is public, `narrow` takes small pictures and CSV. A person's folder is named by the id. */
const BUCKETS = `
  insert into storage.buckets (id, name, public) values ('desk', 'desk', false), ('wall', 'wall', true);
  insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
    values ('narrow', 'narrow', 1000, array['image/*', 'text/csv']);
  create policy desk on storage.objects to authenticated
    using (bucket_id in ('desk', 'wall', 'narrow') and (storage.foldername(name))[1] = auth.uid()::text)
    with check (bucket_id in ('desk', 'wall', 'narrow') and (storage.foldername(name))[1] = auth.uid()::text);
`;

/** The storage room with these buckets, and two people. */
export async function openStorage(
  throughWhich?: Parameters<typeof storageWorld>[1],
): Promise<{ world: StorageWorld; ann: Person; bob: Person }> {
  const world = await storageWorld({}, throughWhich);
  await world.script(BUCKETS);
  return { world, ann: await world.person(), bob: await world.person() };
}

/** The official client, speaking as a person or with a key. */
export function clientOf(world: StorageWorld, who: Person | string): SupabaseClient {
  const token = typeof who === 'string' ? who : who.token;
  return createClient(world.url, world.anonKey, { accessToken: async () => token });
}

/** A bucket as a person, or with a key, sees it. */
export function desk(world: StorageWorld, who: Person | string, bucket = 'desk') {
  return clientOf(world, who).storage.from(bucket);
}

export const url = (world: StorageWorld, path: string): string => `${world.url}/storage/v1${path}`;

/** Uploads a text file and answers with its path. */
export async function put(
  world: StorageWorld,
  who: Person,
  path: string,
  content = 'content',
  bucket = 'desk',
): Promise<string> {
  const { error } = await desk(world, who, bucket).upload(path, new Blob([content], { type: 'text/plain' }));
  expect(error).toBeNull();
  return path;
}

export const fresh = (person: Person, extension = 'txt'): string =>
  `${person.id}/${randomUUID()}.${extension}`;

export const bearer = (who: Person): { authorization: string } => ({ authorization: `Bearer ${who.token}` });

export async function json(response: Response): Promise<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(await response.json());
}

/** The code of a refusal. */
export async function codeOf(response: Promise<Response>): Promise<unknown> {
  const answer = await response;
  expect(answer.ok).toBe(false);
  return (await json(answer))['code'];
}
