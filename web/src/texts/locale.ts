/** Language of the interface: the folder of its texts, and the `lang` of its pages. */
export const LANGUAGE = 'en';

/** Locale of dates and times. */
export const DATE_LOCALE = 'en-GB';
