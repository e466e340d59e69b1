import * as z from 'zod/mini';
import { create } from 'zustand';
import { type BrowserConfig, browserConfig } from '#domain/browser-config.ts';
import { logProblem } from '../log.ts';

// Zod's JIT uses `new Function`, which the Content-Security-Policy refuses and browsers report.
z.config({ jitless: true });

interface ConfigState {
  /** Null until loaded. */
  readonly config: BrowserConfig | null;
  /** All retries failed: the user has to retry. */
  readonly hasFailed: boolean;
}

/** State of the configuration's loading. */
export const useConfigState = create<ConfigState>(() => ({ config: null, hasFailed: false }));

/** Delays between retries, in milliseconds: enough for a server to restart. */
const WAITS_MS = [500, 1000, 2000, 4000];

let loading: Promise<BrowserConfig> | undefined;

/** The configuration if loaded, for callers that can't wait. */
export function knownConfig(): BrowserConfig | null {
  return useConfigState.getState().config;
}

/** Loads once, with retries before it throws; the next call tries again. */
export function loadConfig(): Promise<BrowserConfig> {
  loading ??= readPatiently();
  return loading;
}

async function readPatiently(): Promise<BrowserConfig> {
  useConfigState.setState({ hasFailed: false });
  try {
    const config = await readRepeatedly(WAITS_MS);
    useConfigState.setState({ config });
    return config;
  } catch (error) {
    loading = undefined;
    useConfigState.setState({ hasFailed: true });
    throw error;
  }
}

async function readRepeatedly([wait, ...later]: readonly number[]): Promise<BrowserConfig> {
  try {
    return await readConfig();
  } catch (error) {
    if (wait === undefined) throw error;
    logProblem(`the configuration could not be read; once more in ${wait} ms`, error);
    await new Promise((resolve) => setTimeout(resolve, wait));
    return readRepeatedly(later);
  }
}

async function readConfig(): Promise<BrowserConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  return browserConfig.parse(await response.json());
}
