import type { BrowserContextOptions, LaunchOptions } from '@playwright/test';
import { findChromium } from '../find-chromium.ts';

export interface Device {
  /** Of its files in web/public/demo. */
  readonly name: 'desk' | 'phone';
  readonly width: number;
  readonly height: number;
  /** Pixels of the video for one of the page, so that its text is sharp on screens that have as many. */
  readonly scale: number;
  readonly context: BrowserContextOptions;
}

const COMMON = { locale: 'en-GB', timezoneId: 'UTC', colorScheme: 'light' } as const;

export const DEVICES: readonly Device[] = [
  device('desk', 1120, 700, 1.5, {}),
  device('phone', 390, 694, 2, { hasTouch: true, isMobile: true }),
];

function device(
  name: Device['name'],
  width: number,
  height: number,
  scale: number,
  more: BrowserContextOptions,
): Device {
  const context = { ...COMMON, viewport: { width, height }, deviceScaleFactor: scale, ...more };
  return { name, width, height, scale, context };
}

/** The scale is given to the browser itself: a screencast knows nothing of one that a context only pretends. */
export function launchOptions({ scale }: Device): LaunchOptions {
  const executablePath = findChromium();
  return {
    ...(executablePath && { executablePath }),
    args: [`--force-device-scale-factor=${scale}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  };
}
