import {
  removeDataDir,
  type ServerProcess,
  type ServerProcessOptions,
  startServer,
} from '#tests/worlds/server-process.ts';
import { expect, test } from './world.ts';

export interface FileServer {
  readonly url: string;
}

/** One installation for all tests of a file, for files that need no model: a start takes longer than most of them. */
export function fileServer(
  options: () => ServerProcessOptions | Promise<ServerProcessOptions> = () => ({}),
): FileServer {
  let server: ServerProcess | undefined;
  test.beforeAll(async () => {
    const { env, ...rest } = await options();
    server = await startServer({
      ...rest,
      env: { RATE_LIMITS: 'sign_in=off,mail=off', ...env },
    });
  });
  test.afterAll(async () => {
    if (!server) return;
    const code = await server.stop();
    await removeDataDir(server.dataDir);
    expect(code, server.output()).toBe(0);
  });
  return {
    get url() {
      if (!server) throw new Error('the server has not been started yet');
      return server.url;
    },
  };
}
