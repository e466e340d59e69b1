import { Wordmark } from '../../ui/marks/wordmark.tsx';
import { useBrandName } from './brand.ts';

/** The wordmark with the name of this installation. */
export function BrandMark() {
  return <Wordmark name={useBrandName()} />;
}
