import { useState } from 'react';
import { useSignedUrl } from './use-signed-url.ts';

export interface Picture {
  /** Undefined until the signed URL is loaded. */
  readonly src: string | undefined;
  /** The signed URL or the image failed to load. */
  readonly isLost: boolean;
  readonly isFetching: boolean;
  readonly onError: () => void;
  readonly loadAgain: () => void;
}

/** Loads a private picture for an `<img>`. */
export function usePicture(file: { readonly bucket: string; readonly path: string }): Picture {
  const link = useSignedUrl(file);
  const [hasFailed, setHasFailed] = useState(false);
  return {
    src: link.data ?? undefined,
    isLost: link.isError || hasFailed,
    isFetching: link.isFetching,
    onError: () => setHasFailed(true),
    loadAgain: () => {
      setHasFailed(false);
      void link.refetch();
    },
  };
}
