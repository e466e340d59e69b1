import { PAGE_IS_LIVE } from '#web/lib/device/replay-early-click.ts';
import { enhanceLanding } from './enhance-landing.ts';

// The landing page's only script: a file of its own, asked for after the first paint.
enhanceLanding(document.documentElement);
// What was pressed before is done now.
dispatchEvent(new Event(PAGE_IS_LIVE));
