import { PRODUCT_NAME } from '#web/lib/page/product-name.ts';

/** What this installation is called, once the page's script knows it. */
export function BrandName() {
  return <span data-brand="name">{PRODUCT_NAME}</span>;
}
