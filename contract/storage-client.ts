import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { z } from 'zod';
import type { StorageWorld } from '#tests/storage-world.ts';
import type { Person } from '#tests/token-issuer.ts';

/** `desk` is private, `wall` is public, `narrow` takes small pictures and CSV. A person's folder is named by the id. */
export const BUCKETS = `
  insert into storage.buckets (id, name, public) values ('desk', 'desk', false), ('wall', 'wall', true);
  insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
    values ('narrow', 'narrow', 1000, array['image/*', 'text/csv']);
  create policy desk on storage.objects to authenticated
    using (bucket_id in ('desk', 'wall', 'narrow') and (storage.foldername(name))[1] = auth.uid()::text)
    with check (bucket_id in ('desk', 'wall', 'narrow') and (storage.foldername(name))[1] = auth.uid()::text);
`;

export interface StorageClient {
  clientOf(this: void, who: Person | string): SupabaseClient;
  /** A bucket as a person, or with a key, sees it. */
  desk(this: void, who: Person | string, bucket?: string): ReturnType<SupabaseClient['storage']['from']>;
  url(this: void, path: string): string;
  /** Uploads a text file and answers with its path. */
  put(this: void, who: Person, path: string, content?: string, bucket?: string): Promise<string>;
}

/** The official client and bare HTTP, both aimed at one world. */
export function storageClient(world: StorageWorld): StorageClient {
  const clientOf: StorageClient['clientOf'] = (who) => {
    const token = typeof who === 'string' ? who : who.token;
    return createClient(world.url, world.anonKey, { accessToken: async () => token });
  };
  const desk: StorageClient['desk'] = (who, bucket = 'desk') => clientOf(who).storage.from(bucket);
  return {
    clientOf,
    desk,
    url: (path) => `${world.url}/storage/v1${path}`,
    async put(who, path, content = 'content', bucket = 'desk') {
      const { error } = await desk(who, bucket).upload(path, new Blob([content], { type: 'text/plain' }));
      expect(error).toBeNull();
      return path;
    },
  };
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
