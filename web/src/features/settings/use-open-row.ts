import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Ids of the rows, which are their fragments in the URL: `/settings#password`. */
export const ROW_IDS = [
  'profile',
  'credits',
  'sign-out',
  'address',
  'password',
  'factors',
  'passkeys',
  'services',
  'sessions',
  'appearance',
  'answers',
  'about',
  'tasks',
  'account',
] as const;
export type RowId = (typeof ROW_IDS)[number];

/** Fragments of earlier versions, which mails and bookmarks may still have. */
const EARLIER: ReadonlyMap<string, RowId> = new Map([
  ['history', 'credits'],
  ['security', 'password'],
  ['notices', 'answers'],
  ['language', 'answers'],
  ['data', 'tasks'],
]);

export function toRowId(hash: string): RowId | undefined {
  const name = hash.replace(/^#/, '');
  return EARLIER.get(name) ?? ROW_IDS.find((id) => id === name);
}

/** The open row, one at a time. The URL has it, so that a reload or a link opens the same. */
export function useOpenRow(): { open: RowId | undefined; setOpen: (id: RowId | null) => void } {
  const navigate = useNavigate();
  const open = toRowId(useLocation().hash);
  const setOpen = useCallback(
    (id: RowId | null) =>
      void navigate({ hash: id === null ? '' : `#${id}` }, { replace: true, preventScrollReset: true }),
    [navigate],
  );
  return { open, setOpen };
}
