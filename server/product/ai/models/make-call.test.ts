import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import { makeCall, NOTHING_USED } from './make-call.ts';

/** Calls a model at a port, and returns what was settled. */
async function settledAt(port: number): Promise<unknown[]> {
  const settle = vi.fn();
  const context = {
    signal: new AbortController().signal,
    onStep: () => undefined,
    beforeCall: async () => ({ settle, over: () => undefined, generation: () => undefined }),
  };
  const textModel = createOpenAiCompatibleTextModel({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    log: silentLog,
  });
  const request = { model: 'm', messages: [], maxTokens: 1, temperature: 0, effort: 'low' } as const;
  const call = makeCall(context, {
    awaits: 'words',
    planned: { model: 'm', promptTokens: 1, maxTokens: 1 },
    make: (_begun, heard) =>
      textModel.complete(request, {
        signal: context.signal,
        onText: heard,
        onGenerationId: () => undefined,
      }),
    usageOf: ({ usage }) => usage,
  });
  await expect(call).rejects.toMatchObject({ kind: 'upstream', status: null });
  return settle.mock.calls.flat();
}

it('a call to an unreachable server costs nothing; one that broke off may have cost its whole reserve', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await settledAt(port)).toEqual([]);
  server.close();
  await once(server, 'close');
  expect(await settledAt(port)).toEqual([NOTHING_USED]);
});
