/** What five people wait for their lists while one account asks for as much as it can get. */
import { type Account, addTasks, signUp } from './measure/account.ts';
import { ENGINES, openPlace } from './measure/engines.ts';
import { median, pause, percentile, report } from './measure/figures.ts';
import { readDuring, timed } from './measure/read-during.ts';

const SECONDS = Number(process.argv[2] ?? 20);
const AT_ONCE = 10;
/** Of the account that asks for too much. */
const TASKS = 5_000;
const ROWS = 3_000;

type Ask = (account: Account) => { readonly path: string; readonly init: RequestInit };

const conditions: Ask = ({ headers }) => {
  const patterns = Array.from({ length: 200 }, (_, at) => `title.ilike.*nowhere ${at}*`).join(',');
  return {
    path: `/rest/v1/tasks?select=id&or=(${encodeURIComponent(patterns)})`,
    init: { headers: { ...headers } },
  };
};

const inserts: Ask = ({ headers, userId }) => {
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    user_id: userId,
    title: `One of very many, number ${at}`,
    category: 'work',
  }));
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  };
  return { path: '/rest/v1/tasks', init };
};

/** Keeps ten requests in flight for a while, whatever they are answered. */
async function ask(url: string, account: Account, what: Ask): Promise<void> {
  const { path, init } = what(account);
  const end = performance.now() + SECONDS * 1000;
  const samples: number[] = [];
  const answered = new Map<number, number>();
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const { status, took } = await timed(url + path, init);
      samples.push(took);
      answered.set(status, (answered.get(status) ?? 0) + 1);
      if (status === 429) await pause(1_000);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const statuses = [...answered].map(([status, count]) => `${count} times ${status}`);
  report('  who asks', {
    answered: statuses.join(' and '),
    'after p50 ms': median(samples),
    'p99 ms': percentile(samples, 0.99),
  });
}

for (const engine of ENGINES) {
  if (process.argv[3] && process.argv[3] !== engine) continue;
  const place = await openPlace(engine);
  const server = await place.start();
  const greedy = await signUp(server.url, 'greedy');
  for (let count = 0; count < TASKS; count += 500) await addTasks(greedy, 500);
  const people: Account[] = [];
  for (let n = 0; n < 5; n += 1) people.push(await signUp(server.url, `person-${n}`));
  for (const person of people) await addTasks(person, 100);
  await readDuring(server.url, people, pause(3_000));
  report(`alone, ${engine}`, await readDuring(server.url, people, pause(SECONDS * 1000)));
  for (const [name, what] of [
    ['200 conditions', conditions],
    [`${ROWS} rows`, inserts],
  ] as const) {
    const figures = await readDuring(server.url, people, ask(server.url, greedy, what));
    report(`beside ${AT_ONCE} requests with ${name}, ${engine}`, figures);
  }
  await server.stop();
  await place.remove();
}
