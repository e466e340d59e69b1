import type { RouteHandle } from '#web/lib/page/page-file.ts';
// oxlint-disable-next-line import/default -- the suffix makes the bundler answer with the file's address
import script from './light.script.ts?worker&url';

/** For the sign-in pages: most who open one by its address type first, and the code arrives meanwhile. */
export const LIGHT_PAGE: RouteHandle = { script, startsReact: true };
