import { createSwitch } from '#web/lib/device/create-switch.ts';

/** Single-key shortcuts on or off, per device: keyboards and speech input belong to a device. */
export const useLetterKeys = createSwitch('errand-letter-keys');
