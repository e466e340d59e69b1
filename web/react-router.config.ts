import type { Config } from '@react-router/dev/config';

/**
 * No rendering on the server: pages are written to files when the app is built. What has no file of its own
 * starts from `__spa-fallback.html`. The server answers with files only.
 */
export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: false,
  prerender: [
    '/',
    '/login',
    '/register',
    '/reset-password',
    '/pricing',
    '/checkout/success',
    '/redeem',
    '/privacy',
    '/terms',
    '/cookie',
    '/404',
    // Their files hold no more than the loading screen, and name all code that the page needs: otherwise it is found
    // in three steps, one after the other.
    '/dashboard',
    '/projects',
    '/settings',
    '/trash',
  ],
} satisfies Config;
