import { useMemo } from 'react';
import { type Catalogue, catalogueOf, DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { useConfig } from './use-config.ts';

/** Items sold here; the built-in catalogue until the configuration is loaded. */
export function useCatalogue(): Catalogue {
  const terms = useConfig()?.catalogue;
  return useMemo(() => (terms ? catalogueOf(terms) : DEFAULT_CATALOGUE), [terms]);
}
