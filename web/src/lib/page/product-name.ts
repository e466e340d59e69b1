/**
 * The product's own name. The public pages are written to files before anybody knows who will run them, so their
 * files say "Errand" (in titles, wordmarks and headings) until the page's script has read the configuration. A
 * reader without scripts, and a search engine that runs none, keeps this name.
 */
export const PRODUCT_NAME = 'Errand';
