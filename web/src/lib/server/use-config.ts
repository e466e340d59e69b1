import { useEffect } from 'react';
import { logProblem } from '../log.ts';
import { type BrowserConfig, loadConfig, useConfigState } from './config.ts';

/** The installation's configuration, or null until it is known. */
export function useConfig(): BrowserConfig | null {
  useEffect(readConfigAgain, []);
  return useConfigState((state) => state.config);
}

/** Tries to read what is not known yet. Whether that fails is seen in `useConfigState`. */
export function readConfigAgain(): void {
  loadConfig().catch((error: unknown) => logProblem('the configuration could not be read', error));
}
