/** What people say about themselves in the settings. The keys are stored and sent unchanged. */

export const ABOUT_UNITS = ['metric', 'uk', 'us'] as const;
export type AboutUnits = (typeof ABOUT_UNITS)[number];

export const ABOUT_TONES = ['friendly', 'plain', 'formal'] as const;
export type AboutTone = (typeof ABOUT_TONES)[number];

/** Maximum length of the facts: a paragraph, since every task sends it along. */
export const ABOUT_FACTS_MAX = 600;
