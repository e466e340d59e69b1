import { PAGE_IS_LIVE } from '#web/lib/device/replay-early-click.ts';
import { enhanceLanding } from './enhance-landing.ts';

// Entry point of the landing page's only script, loaded after the first paint.
enhanceLanding(document.documentElement);
// Replays a click made before the script loaded.
dispatchEvent(new Event(PAGE_IS_LIVE));
