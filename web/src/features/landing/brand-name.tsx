import { PRODUCT_NAME } from '#web/lib/page/product-name.ts';

/** Name of the installation, filled in by the page's script. */
export function BrandName() {
  return <span data-brand="name">{PRODUCT_NAME}</span>;
}
