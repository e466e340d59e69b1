/** The build year when prerendered, the current one in the browser. */
export const THIS_YEAR = String(new Date().getFullYear());
