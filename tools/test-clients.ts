/**
 * `npm run test:clients [file…]`: the contract once more with each of the two minor versions of the official client before
 * the app's own. Without files: all of the contract.
 */
import { earlierClients } from './earlier-clients.ts';
import { run, runSteps } from './run.ts';

const files = process.argv.slice(2);

await runSteps(
  earlierClients().map((client) => [
    `contract with the client ${client}`,
    () =>
      run('vitest', ['run', ...(files.length > 0 ? files : ['contract/'])], { env: { SUPABASE_JS: client } }),
  ]),
);
