import { useEffect } from 'react';
import type { BrowserConfig } from '#domain/browser-config.ts';
import { logProblem } from '../log.ts';
import { loadConfig, useConfigState } from './config.ts';

/** The installation's configuration, or null until it is known. */
export function useConfig(): BrowserConfig | null {
  useEffect(readConfigAgain, []);
  return useConfigState((state) => state.config);
}

/** Tries to read what is not known yet. Whether that fails is seen in `useConfigState`. */
export function readConfigAgain(): void {
  loadConfig().catch((error: unknown) => logProblem('the configuration could not be read', error));
}
