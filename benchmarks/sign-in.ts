/** Sign-ins by password: how many a second, and what a flood of them does to everybody else. */
import { type Account, addTasks, PASSWORD, signUp } from './measure/account.ts';
import { openPlace } from './measure/engines.ts';
import { median, pause, percentile, report } from './measure/figures.ts';
import { type FloodAnswers, flood } from './measure/flood.ts';
import { readDuring, timed } from './measure/read-during.ts';

const PEOPLE = 10;
/** Of each of them. */
const SIGN_INS = 8;
const AT_ONCE = 10;
const SECONDS = Number(process.argv[2] ?? 30);
/** Wrong passwords a second. */
const RATE = 200;
/** The limit of an installation as it comes, and this machine as a proxy that names peers. */
const LIMITED = {
  RATE_LIMITS: 'sign_in=30/300,mail=off,token=off,api=off,delegate=off',
  TRUSTED_PROXIES: '127.0.0.1,::1',
};

/** Right passwords. */
async function signIn(url: string, people: readonly Account[]): Promise<void> {
  const waiting = Array.from({ length: SIGN_INS }, () => people).flat();
  const samples: number[] = [];
  const lane = async (peer: number): Promise<void> => {
    for (let account = waiting.pop(); account; account = waiting.pop()) {
      const { status, took } = await timed(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.255.0.${peer}` },
        body: JSON.stringify({ email: account.email, password: PASSWORD }),
      });
      if (status !== 200) throw new Error(`a sign-in was answered ${status}`);
      samples.push(took);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, (_, peer) => lane(peer)));
  report(`sign-ins by password, ${AT_ONCE} at a time`, {
    'a second': (samples.length * 1000) / (performance.now() - begun),
    'p50 ms': median(samples),
    'p99 ms': percentile(samples, 0.99),
  });
}

function reportFlood(answers: FloodAnswers): void {
  const shed = answers.filter(({ status }) => status === 429);
  const checked = answers.filter(({ status }) => status === 400);
  report('the flood itself', {
    'sign-ins': answers.length,
    'neither shed nor checked': answers.length - shed.length - checked.length,
    'shed %': (shed.length * 100) / answers.length,
    'shed without Retry-After': shed.filter(({ retryAfter }) => retryAfter === null).length,
    'shed after ms, p50': median(shed.map(({ took }) => took)),
    'checked after ms, p50': median(checked.map(({ took }) => took)),
  });
}

const place = await openPlace('pglite');
const server = await place.start(LIMITED);
const people: Account[] = [];
for (let n = 0; n < PEOPLE; n += 1) people.push(await signUp(server.url, `person-${n}`));
const readers = people.slice(0, 5);
for (const reader of readers) await addTasks(reader, 100);
await readDuring(server.url, readers, pause(5_000));

await signIn(server.url, people);
report('people alone', await readDuring(server.url, readers, pause(SECONDS * 1000)));
const flooding = flood({ url: server.url, rate: RATE, seconds: SECONDS });
report(`people in a flood of ${RATE} sign-ins a second`, await readDuring(server.url, readers, flooding));
reportFlood(await flooding);
await server.stop();
await place.remove();
