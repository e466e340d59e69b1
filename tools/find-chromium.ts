import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The browser for tests: `PLAYWRIGHT_CHROMIUM`, else one that is installed, else Debian's package where we may
 * install it. null: Playwright's own download is used, if there is one.
 */
export function findChromium(): string | null {
  const named = process.env['PLAYWRIGHT_CHROMIUM'];
  if (named) return named;
  const installed = KNOWN.find((path) => existsSync(path));
  if (installed) return installed;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('No Chromium found: installing the one of this system.');
  execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '-q', 'chromium'], { stdio: 'inherit' });
  return KNOWN.find((path) => existsSync(path)) ?? null;
}
