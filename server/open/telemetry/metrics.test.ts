import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WATCHED_STATE } from '#tests/fixtures/watched-state.ts';
import { createLog, silentLog } from '../../lib/log.ts';
import { openMetrics, type WatchedState } from './metrics.ts';

const TOKEN = 'a-token-that-nobody-will-ever-guess';

async function opened(state: Partial<WatchedState> = {}, lines: string[] = []) {
  const metrics = await openMetrics(
    { token: TOKEN, collector: null },
    createLog('warn', (line) => lines.push(line)),
  );
  const room = metrics?.room;
  if (!room) throw new Error('there are no metrics');
  metrics.watch({ ...WATCHED_STATE, ...state });
  const ask = (token: string | null, { path = '/metrics', method = 'GET' } = {}) =>
    room.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      }),
      { ip: '203.0.113.7', requestId: 'test' },
    );
  const linesOf = async (name: string) =>
    (await (await ask(TOKEN)).text()).split('\n').filter((line) => line.startsWith(name));
  return { metrics, ask, linesOf };
}

it('does not exist without a token or a collector', async () => {
  expect(await openMetrics({ token: null, collector: null }, silentLog)).toBeNull();
});

it('answers the token alone', async () => {
  const { ask } = await opened();
  for (const wrong of [null, '', 'a', `${TOKEN}x`, TOKEN.toUpperCase()]) {
    const answer = await ask(wrong);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await answer.text()).not.toContain('errand_');
  }
  const answer = await ask(TOKEN);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  expect((await ask(TOKEN, { method: 'POST' })).status).toBe(405);
  expect((await ask(TOKEN, { path: '/metrics/more' })).status).toBe(404);
});

it('counts what it is told', async () => {
  const { metrics, linesOf } = await opened();
  metrics.countRequest({ room: '/rest/v1', status: 200, seconds: 0.02 });
  metrics.timeWork('transaction', 0.003);
  metrics.product.runEnded({ tool: 'answer', ending: 'failed', code: 'busy' });
  metrics.product.runEnded({ tool: 'answer', ending: 'succeeded' });
  metrics.product.creditMoved('debited');
  metrics.product.callBegun('m');
  metrics.product.callAnswered({
    model: 'm',
    usage: { promptTokens: 90, completionTokens: 20, cost: null },
    usd: 0.5,
  });
  expect(await linesOf('errand_http_requests_total')).toEqual([
    'errand_http_requests_total{room="/rest/v1",status="200"} 1',
  ]);
  expect(await linesOf('errand_http_request_duration_seconds_sum')).toEqual([
    'errand_http_request_duration_seconds_sum{room="/rest/v1"} 0.02',
  ]);
  expect(await linesOf('errand_database_duration_seconds_count')).toEqual([
    'errand_database_duration_seconds_count{work="transaction"} 1',
  ]);
  expect(await linesOf('errand_runs_total')).toEqual([
    'errand_runs_total{tool="answer",ending="failed",code="busy"} 1',
    'errand_runs_total{tool="answer",ending="succeeded",code=""} 1',
  ]);
  expect(await linesOf('errand_credits_total')).toEqual([
    'errand_credits_total{kind="debited"} 1',
    'errand_credits_total{kind="refunded"} 0',
  ]);
  expect(await linesOf('errand_provider_')).toEqual([
    'errand_provider_calls_total{model="m"} 1',
    'errand_provider_answers_total{model="m"} 1',
    'errand_provider_tokens_total{model="m",kind="read"} 90',
    'errand_provider_tokens_total{model="m",kind="written"} 20',
    'errand_provider_cost_usd_total{model="m"} 0.5',
  ]);
});

it('reads the state whenever it is asked', async () => {
  const { linesOf } = await opened();
  expect(await linesOf('errand_job_queue_age_seconds')).toEqual([
    'errand_job_queue_age_seconds{queue="run"} 2.5',
    'errand_job_queue_age_seconds{queue="sweep-limits"} 0',
  ]);
  for (const line of [
    'errand_database_up 1',
    'errand_disk_state 1',
    'errand_files_state 2',
    'errand_sockets 3',
    'errand_run_wait_seconds 7',
    'errand_files_lost 4',
  ])
    expect(await linesOf(line)).toEqual([line]);
  for (const name of ['nodejs_eventloop_lag_p99_seconds ', 'process_resident_memory_bytes '])
    expect(await linesOf(name)).toHaveLength(1);
});

it('forgets a queue in which nothing waits any more', async () => {
  const answers = [[{ queue: 'run', wait: -2500 }], []];
  const { linesOf } = await opened({ waitingJobs: async () => answers.shift() ?? [] });
  expect(await linesOf('errand_job_queue_age_seconds')).toHaveLength(1);
  expect(await linesOf('errand_job_queue_age_seconds')).toEqual([]);
});

it('still tells the rest while the database does not answer, or fails', async () => {
  const asked: string[] = [];
  const down = await opened({
    isHealthy: () => false,
    longestWait: async () => asked.push('wait'),
    waitingJobs: async () => {
      asked.push('jobs');
      return [];
    },
  });
  expect(await down.linesOf('errand_database_up')).toEqual(['errand_database_up 0']);
  expect(await down.linesOf('errand_run_wait_seconds')).toEqual([]);
  expect(asked).toEqual([]);

  const lines: string[] = [];
  const failing = await opened({ longestWait: () => Promise.reject(new Error('gone')) }, lines);
  expect(await failing.linesOf('errand_run_wait_seconds')).toEqual([]);
  expect(await failing.linesOf('errand_sockets')).toEqual(['errand_sockets 3']);
  expect(lines.join()).toContain("couldn't read a figure for monitoring");
});

it.each(['deploy/prometheus-rules.yaml', 'deploy/grafana-dashboard.json', 'docs/monitoring.md'])(
  'shows every figure that %s names',
  async (file) => {
    const { linesOf } = await opened();
    const types = (await linesOf('# TYPE ')).map((line) => line.split(' ').slice(2));
    const shown = types.flatMap(([name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    const named = text.match(/\b(?:errand|nodejs|process)_[a-z0-9_]*[a-z0-9]/g) ?? [];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !shown.includes(name))).toEqual([]);
  },
);
