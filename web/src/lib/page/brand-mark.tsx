import { Wordmark } from '../../ui/marks/wordmark.tsx';
import { useBrandName } from './brand.ts';

/** The wordmark with this installation's name. */
export function BrandMark() {
  return <Wordmark name={useBrandName()} />;
}
