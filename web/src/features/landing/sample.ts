/** The task that the hero shows from its line in the list to its receipt. */
export const SAMPLE_TITLE = 'Write a toast for my father’s seventieth birthday';
export const SAMPLE_NUMBER = 'No. 0047';
