import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Draws nothing on a screen: a test takes a seventh less processor time than in the whole browser. */
const HEADLESS_SHELL = ['/usr/bin/chromium-headless-shell'];

/**
 * The browser for measurements and pictures: `PLAYWRIGHT_CHROMIUM`, else one that is installed, else Debian's package
 * where we may install it. null: Playwright's own download is used, if there is one.
 */
export const findChromium = (): string | null => named() ?? found(CHROMIUM) ?? install('chromium', CHROMIUM);

/** The browser for tests: the same without a screen where there is one, or may be installed. */
export const findTestBrowser = (): string | null =>
  named() ?? found(HEADLESS_SHELL) ?? install('chromium-headless-shell', HEADLESS_SHELL) ?? findChromium();

const named = (): string | undefined => process.env['PLAYWRIGHT_CHROMIUM'] || undefined;
const found = (paths: readonly string[]): string | undefined => paths.find((path) => existsSync(path));

/** null where we may install nothing, or the system has no such package. */
function install(name: string, paths: readonly string[]): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log(`Installing ${name} from this system's packages.`);
  try {
    execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-q', name], { stdio: 'inherit' });
  } catch {
    console.log(`${name} could not be installed.`);
  }
  return found(paths) ?? null;
}
