/** In a page's file, the year in which it was built; in the browser, the current one. */
export const THIS_YEAR = String(new Date().getFullYear());
