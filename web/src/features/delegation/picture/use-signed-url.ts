import { useQuery } from '@tanstack/react-query';
import { supabase } from '#web/lib/server/supabase.ts';

const LINK_SECONDS = 60 * 60;
/** Asked anew well before it ends, so that no picture is shown by a link that is about to die. */
const STALE_MS = 30 * 60 * 1000;

/** A link to a private file, for an hour: what `<img>` asks for carries no token of its own. */
export function useSignedUrl(file: { readonly bucket: string; readonly path: string } | undefined) {
  return useQuery({
    queryKey: ['signed_url', file?.bucket, file?.path],
    queryFn: () => (file ? signUrl(file) : null),
    staleTime: STALE_MS,
    enabled: file !== undefined,
    // A link is worth nothing on the next day, and no news changes what lies behind it.
    meta: { volatile: true, lasting: true },
  });
}

async function signUrl({
  bucket,
  path,
}: {
  readonly bucket: string;
  readonly path: string;
}): Promise<string> {
  const { storage } = await supabase();
  const { data, error } = await storage.from(bucket).createSignedUrl(path, LINK_SECONDS);
  if (error) throw error;
  return data.signedUrl;
}
