import { useSearchParams } from 'react-router';
import { useIsFromFile } from '../device/use-is-from-file.ts';

const NONE = new URLSearchParams();

/**
 * What stands behind the `?` of a public page's address. Its file was written without one, and React takes the file
 * over as it is (a link keeps the file's address for good), so the first drawing is without one too.
 */
export function useSearch(): URLSearchParams {
  const [search] = useSearchParams();
  return useIsFromFile() ? NONE : search;
}
