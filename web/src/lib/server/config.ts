import * as z from 'zod/mini';
import { create } from 'zustand';
import { type BrowserConfig, browserConfig } from '#domain/browser-config.ts';
import { logProblem } from '../log.ts';

// The schema compiler uses `new Function`, which the Content-Security-Policy refuses and the browser reports.
z.config({ jitless: true });

interface ConfigState {
  /** Null until it is known. */
  readonly config: BrowserConfig | null;
  /** It was tried often enough: the next try is the person's. */
  readonly hasFailed: boolean;
}

/** What was read so far. */
export const useConfigState = create<ConfigState>(() => ({ config: null, hasFailed: false }));

/** Between one try and the next, in milliseconds: a server that is started anew is there again by then. */
const WAITS_MS = [500, 1000, 2000, 4000];

let loading: Promise<BrowserConfig> | undefined;

/** What was read before, for whoever cannot wait. */
export function knownConfig(): BrowserConfig | null {
  return useConfigState.getState().config;
}

/** Read once. Tried several times before it throws; after that the next call tries again. */
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
