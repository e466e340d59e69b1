import { knownConfig } from '../server/config.ts';
import { useConfig } from '../server/use-config.ts';
import { PRODUCT_NAME } from './product-name.ts';

/** Name of the installation as far as loaded: page titles can't wait for it. */
export function brandName(): string {
  return knownConfig()?.brand.name ?? PRODUCT_NAME;
}

/** The same for components, which re-render once it is loaded. */
export function useBrandName(): string {
  return useConfig()?.brand.name ?? PRODUCT_NAME;
}
