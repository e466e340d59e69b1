import { useState } from 'react';
import { useSignedUrl } from './use-signed-url.ts';

export interface Picture {
  /** Undefined until there is a link to it. */
  readonly src: string | undefined;
  /** There is no link, or what lies behind it could not be drawn. */
  readonly isLost: boolean;
  readonly isFetching: boolean;
  readonly onError: () => void;
  readonly loadAgain: () => void;
}

/** A private picture, as an `<img>` takes it. */
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
