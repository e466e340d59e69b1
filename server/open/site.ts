import { fileURLToPath } from 'node:url';
import { CAPTCHAS } from '#domain/captcha.ts';
import type { Config } from '../config.ts';
import { createStaticSite, type StaticSite } from '../platform/http/static-site.ts';

const BUILT = fileURLToPath(new URL('../../web/build/client', import.meta.url));
/** Paths rendered in the browser; any other path without a file leads to /404. */
const APP_ROUTES = [
  '/dashboard',
  '/mailbox',
  '/projects',
  '/projects/*',
  '/reset-password',
  '/settings',
  '/trash',
  '/update-password',
];

/** The built web app. */
export function openSite(config: Config): Promise<StaticSite> {
  return createStaticSite({
    folder: BUILT,
    appRoutes: config.payments.kind === 'local' ? [...APP_ROUTES, '/checkout/test'] : APP_ROUTES,
    https: config.publicUrl.startsWith('https:'),
    frameOrigins: frameOrigins(config),
    captcha: config.captcha ? CAPTCHAS[config.captcha.provider].allows : {},
  });
}

/** Origins that the operator allows in frames. */
function frameOrigins({ services }: Config): string[] {
  return [services.policyEmbedUrl, services.redeemFormUrl, services.demoVideoUrl]
    .filter((address) => address !== null)
    .map((address) => new URL(address).origin);
}
