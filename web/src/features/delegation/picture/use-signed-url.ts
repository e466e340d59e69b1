import { queryOptions, useQuery } from '@tanstack/react-query';
import { fileStorage } from '#web/lib/clients/file-storage.ts';

const LINK_SECONDS = 60 * 60;
/** Half the lifetime, so no picture gets a URL that is about to expire. */
const STALE_MS = 30 * 60 * 1000;

interface PrivateFile {
  readonly bucket: string;
  readonly path: string;
}

/** A signed URL of a private file, valid for an hour: an `<img>` sends no token. */
export function useSignedUrl(file: PrivateFile | undefined) {
  return useQuery({
    ...signedUrlOptions(file),
    enabled: file !== undefined,
  });
}

/** For whoever asks for the URL outside of a component. */
export const signedUrlOptions = (file: PrivateFile | undefined) =>
  queryOptions({
    queryKey: ['signed_url', file?.bucket, file?.path],
    queryFn: () => (file ? signUrl(file) : null),
    staleTime: STALE_MS,
    // An expired URL is useless on the next day, and no live update changes the file.
    meta: { volatile: true, lasting: true },
  });

async function signUrl({ bucket, path }: PrivateFile): Promise<string> {
  const storage = await fileStorage();
  const { data, error } = await storage.from(bucket).createSignedUrl(path, LINK_SECONDS);
  if (error) throw error;
  return data.signedUrl;
}
