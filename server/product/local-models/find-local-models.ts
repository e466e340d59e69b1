import type { LocalModelsOutput } from '#domain/functions/answers.ts';
import { type FindLocalModelsInput, findLocalModelsInput } from '#domain/functions/inputs.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import type { LocalDoor } from '#server/platform/http/local-door.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { LocalModels } from '#server/providers/local-models/local-models.ts';
import { userIdOf } from '../accounts/user-id-of.ts';
import type { ProductLimits } from '../limits.ts';
import { assertOwnComputer } from './assert-own-computer.ts';

export interface FindLocalModelsDeps {
  readonly localModels: LocalModels;
  readonly limiter: RateLimiter;
  readonly door: LocalDoor;
  readonly limits: ProductLimits;
}

/**
 * POST /functions/v1/find-local-models: lists model servers on this computer. Only outside production, and only
 * for requests from this computer: nobody else may learn of its programs.
 */
export function findLocalModelsFunction({
  localModels,
  limiter,
  limits,
  door,
}: FindLocalModelsDeps): FunctionDefinition<FindLocalModelsInput> {
  return {
    name: 'find-local-models',
    access: 'user',
    input: findLocalModelsInput,
    async handle({ caller, request, context }): Promise<LocalModelsOutput> {
      assertOwnComputer(door, request, context);
      const taken = await limiter.take(`local-models:${userIdOf(caller)}`, limits.localModels);
      if (!taken.ok) {
        throw new FunctionError(429, 'too_many_tries', 'Please wait a minute before searching again.');
      }
      const servers = await localModels.find();
      return { servers: servers.map(({ name, base, models }) => ({ name, base, models: [...models] })) };
    },
  };
}
