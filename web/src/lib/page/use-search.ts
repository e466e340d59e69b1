import { useSearchParams } from 'react-router';
import { useIsFromFile } from '../device/use-is-from-file.ts';

const NONE = new URLSearchParams();

/**
 * Search parameters of a public page. Its file was prerendered without any and hydration must match it (React
 * never updates a mismatched link), so the first render has none either.
 */
export function useSearch(): URLSearchParams {
  const [search] = useSearchParams();
  return useIsFromFile() ? NONE : search;
}
