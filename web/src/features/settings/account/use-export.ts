import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AccountExport } from '#domain/functions/answers.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { putLatest } from '#web/lib/server/refetch.ts';
import { t } from '#web/texts/settings.ts';
import type { OwnerProof } from './owner-proof.ts';
import { beginExport, linkToExport, readExport } from './read-export.ts';

const LOOK_EVERY_MS = 1_000;

export const isAtWork = (known: AccountExport | null | undefined): boolean =>
  known?.status === 'queued' || known?.status === 'running';

/** The account's archive: polled every second while being made, and announced when ready. */
export function useExport() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: queryKeys.accountExport,
    queryFn: readExport,
    meta: { volatile: true },
    staleTime: 0,
    refetchInterval: ({ state }) => (isAtWork(state.data) ? LOOK_EVERY_MS : false),
  });
  const wasAtWork = useRef(false);
  const status = query.data?.status;
  useEffect(() => {
    if (wasAtWork.current && status === 'ready') notify.success(t('settings.export.done'));
    wasAtWork.current = status === 'queued' || status === 'running';
  }, [status]);

  const begin = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: (proof: OwnerProof) => beginExport(proof),
    onSuccess: (begun) => putLatest(client, queryKeys.accountExport, begun),
  });
  return { query, begin };
}

/** Saves the archive on the device. */
export function useDownload() {
  return useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: linkToExport,
    onSuccess: (address) => location.assign(address),
    onError: (error) => {
      logProblem('no link to the export could be made', error);
      notify.error(t('settings.export.link_failed'));
    },
  });
}
