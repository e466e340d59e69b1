import { isLong } from '#tests/long-run.ts';

export const DESKTOP = { viewport: { width: 1280, height: 860 } } as const;
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
/** For what has to work on both. */
export const DEVICES = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const;
/** A test with this in its title runs on the desktop, and once more on the phone. */
export const ALSO_ON_THE_PHONE = /@phone\b/;

const BOTH = [
  ['light, desktop', { colorScheme: 'light', viewport: DESKTOP.viewport }],
  ['dark, phone', { colorScheme: 'dark', viewport: PHONE.viewport }],
] as const;
const OTHER_PAIRS = [
  ['dark, desktop', { colorScheme: 'dark', viewport: DESKTOP.viewport }],
  ['light, phone', { colorScheme: 'light', viewport: PHONE.viewport }],
] as const;
/** For what has to look right. The other pairs show no other colours and no other widths: they are for the long run. */
export const LOOKS = isLong ? [...BOTH, ...OTHER_PAIRS] : BOTH;
