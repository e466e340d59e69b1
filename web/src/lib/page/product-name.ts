/**
 * The product's own name. Public pages are prerendered before their operator is known, so their files say
 * "Errand" (in titles, wordmarks and headings) until the script has loaded the configuration. Readers and
 * search engines that run no scripts keep this name.
 */
export const PRODUCT_NAME = 'Errand';
