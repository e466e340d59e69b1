import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ATTACHMENT_BUCKET } from '#domain/attachments.ts';
import type { Attachment } from '#domain/rows/run-row.ts';
import { logProblem } from '#web/lib/log.ts';
import { signedUrlOptions } from '../picture/use-signed-url.ts';
import { type OpenedPdf, openPdf } from './open-pdf.ts';
import { type FileProblem, FileProblemError } from './stored-file.ts';

export type PdfState =
  | { readonly is: 'opening' }
  | ({ readonly is: 'open' } & OpenedPdf)
  | { readonly is: 'lost'; readonly problem: FileProblem };

/** Opens an attached PDF as long as the component is there. `lose`: for a failure later on. */
export function usePdf({ path, etag }: Attachment) {
  const client = useQueryClient();
  const [state, setState] = useState<PdfState>({ is: 'opening' });
  const [round, setRound] = useState(0);
  const leaving = useRef<AbortController>(null);
  const lose = useCallback((error: unknown): void => {
    if (leaving.current?.signal.aborted) return;
    leaving.current?.abort();
    logProblem('a PDF could not be shown', error);
    setState({ is: 'lost', problem: problemOf(error) });
  }, []);
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    leaving.current = leave;
    const loseThis = (error: unknown): void => {
      if (!signal.aborted) lose(error);
    };
    const url = async () =>
      (await client.fetchQuery(signedUrlOptions({ bucket: ATTACHMENT_BUCKET, path }))) ?? '';
    openPdf({ url, etag }, { signal, onLost: loseThis }).then(
      (opened) => !signal.aborted && setState({ is: 'open', ...opened }),
      loseThis,
    );
    return () => leave.abort();
  }, [client, path, etag, round, lose]);
  const openAgain = () => {
    setState({ is: 'opening' });
    setRound(round + 1);
  };
  return { state, openAgain, lose };
}

function problemOf(error: unknown): FileProblem {
  if (error instanceof FileProblemError) return error.problem;
  // Of the official client, which refuses to sign a link to what isn't there.
  const isGone = error instanceof Error && 'statusCode' in error && error.statusCode === '404';
  return isGone ? 'gone' : 'failed';
}
