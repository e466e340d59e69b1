import { useState } from 'react';
import * as z from 'zod/mini';
import type { LocalModelsOutput } from '#domain/functions.ts';
import { t } from '../../texts/app.ts';
import { logProblem } from '../log.ts';
import { callFunction, FunctionRefusedError } from '../server/call-function.ts';

const output = z.object({
  servers: z.array(z.object({ name: z.string(), base: z.string(), models: z.array(z.string()) })),
});

/** One look at a time at what runs on the server's computer. `servers` is null until one has come back. */
export function useLocalModels() {
  const [servers, setServers] = useState<LocalModelsOutput['servers'] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLooking, setIsLooking] = useState(false);

  async function look(): Promise<void> {
    setIsLooking(true);
    setServers(null);
    setFailure(null);
    try {
      setServers(output.parse(await callFunction('find-local-models', {})).servers);
    } catch (error) {
      logProblem('models could not be looked for', error);
      setFailure(isWait(error) ? error.message : t('connect.local.failed'));
    } finally {
      setIsLooking(false);
    }
  }
  return { servers, failure, isLooking, look };
}

const isWait = (error: unknown): error is FunctionRefusedError =>
  error instanceof FunctionRefusedError && error.code === 'too_many_tries';
