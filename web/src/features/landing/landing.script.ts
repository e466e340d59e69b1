import { enhanceLanding } from './enhance-landing.ts';

// The landing page's only script: a file of its own, loaded with `defer`.
enhanceLanding(document.documentElement);
