import { useEffect, useState } from 'react';
import { type BrowserConfig, knownConfig, loadConfig } from './config.ts';
import { logProblem } from './log.ts';

/** The installation's configuration, or null until it is known. */
export function useConfig(): BrowserConfig | null {
  const [config, setConfig] = useState(knownConfig);
  useEffect(() => {
    let wanted = true;
    loadConfig().then(
      (loaded) => wanted && setConfig(loaded),
      (error: unknown) => logProblem('the configuration could not be read', error),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return config;
}
