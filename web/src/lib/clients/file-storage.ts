import type { StorageClient } from '@supabase/storage-js';
import { loadConfig } from '../server/config.ts';
import { fetchAsUser } from './fetch-as-user.ts';
import { once } from './once.ts';

/** The official client of the file storage, loaded and created on first use. */
export const fileStorage: () => Promise<StorageClient> = once(async () => {
  const [{ StorageClient }, { anonKey }] = await Promise.all([import('@supabase/storage-js'), loadConfig()]);
  return new StorageClient(`${location.origin}/storage/v1`, {}, fetchAsUser(anonKey));
});
