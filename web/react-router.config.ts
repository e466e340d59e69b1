import type { Config } from '@react-router/dev/config';

/**
 * No rendering on the server: public pages are written to files when the app is built, the app itself
 * starts from `__spa-fallback.html`. The server answers with files only.
 */
export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: false,
  prerender: ['/', '/login', '/register', '/reset-password', '/404'],
} satisfies Config;
