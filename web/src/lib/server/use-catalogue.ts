import { useMemo } from 'react';
import { type Catalogue, catalogueOf, DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { useConfig } from './use-config.ts';

/** What is sold here. Until the configuration is known, what the pages are built with. */
export function useCatalogue(): Catalogue {
  const terms = useConfig()?.catalogue;
  return useMemo(() => (terms ? catalogueOf(terms) : DEFAULT_CATALOGUE), [terms]);
}
