export const DESKTOP = { viewport: { width: 1280, height: 860 } } as const;
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
/** For what has to work on both. */
export const DEVICES = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const;
/** A test with this in its title runs on the desktop, and once more on the phone. */
export const ALSO_ON_THE_PHONE = /@phone\b/;
