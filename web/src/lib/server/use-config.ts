import { useEffect } from 'react';
import type { BrowserConfig } from '#domain/browser-config.ts';
import { logProblem } from '../log.ts';
import { loadConfig, useConfigState } from './config.ts';

/** The installation's configuration, or null until loaded. */
export function useConfig(): BrowserConfig | null {
  useEffect(readConfigAgain, []);
  return useConfigState((state) => state.config);
}

/** Loads the configuration if needed. `useConfigState` has the outcome. */
export function readConfigAgain(): void {
  loadConfig().catch((error: unknown) => logProblem('the configuration could not be read', error));
}
