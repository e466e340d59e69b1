/** The language of the interface: the folder of its texts, and the `lang` of its pages. */
export const LANGUAGE = 'en';

/** How dates and times are written in it. */
export const DATE_LOCALE = 'en-GB';
