import { enhanceLanding } from './enhance-landing.ts';

// The landing page's only script: a file of its own, asked for after the first paint.
enhanceLanding(document.documentElement);
