import { t } from '#web/texts/settings.ts';

/** Order matters: each user agent also contains some of the names below it. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string, isHandheld?: true])[] = [
  [/\biPhone\b/, 'iPhone', true],
  [/\biPad\b/, 'iPad', true],
  [/\bAndroid\b/, 'Android', true],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

export interface Device {
  readonly name: string;
  readonly isHandheld: boolean;
}

/** Human name of a user agent: "Firefox on Windows". */
export function toDevice(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1];
  const [, system, isHandheld = false] = SYSTEMS.find(([pattern]) => pattern.test(text)) ?? [];
  return { name: nameOf(text, browser, system), isHandheld };
}

function nameOf(text: string, browser?: string, system?: string): string {
  if (browser && system) return t('settings.device.browser_on', { browser, system });
  if (browser ?? system) return browser ?? system ?? '';
  // Not a browser: use the product token, as in "curl/8.5".
  const program = /^[A-Za-z][\w.-]{0,30}/.exec(text)?.[0];
  return program && program !== 'Mozilla'
    ? t('settings.device.program', { program })
    : t('settings.device.unknown');
}
