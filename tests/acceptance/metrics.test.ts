import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type OtlpSimulator, startOtlpSimulator } from '#simulators/otlp/start-otlp-simulator.ts';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { accepted, untilEnded } from './delegation.ts';
import { addTask, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

const TOKEN = 'the-token-of-this-installation-0';
let program: Program;
let collector: OtlpSimulator;

beforeAll(async () => {
  collector = await startOtlpSimulator();
  const env = { ...UNLIMITED, METRICS_TOKEN: TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  program = await openProgram({ env });
});
afterAll(async () => {
  await program.close();
  await collector.close();
});

async function figures(): Promise<string> {
  const answer = await fetch(`${program.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** The sum of a figure over all labels that begin like this. */
function valueOf(text: string, name: string): number {
  const lines = text.split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

it('tells what has happened, and of nobody', async () => {
  const person = await signUp(program);
  const taskId = await addTask(person, 'Compare home contents insurance');
  const run = await accepted(program, person, taskId);
  await untilEnded(person, run.id);
  await vi.waitFor(async () => expect(valueOf(await figures(), 'errand_runs_total')).toBe(1));
  const text = await figures();
  for (const [name, least] of [
    ['errand_http_requests_total{room="/auth/v1",status="200"}', 1],
    ['errand_http_requests_total{room="/rest/v1",status="201"}', 1],
    ['errand_http_request_duration_seconds_count{room="/functions/v1"}', 1],
    ['errand_database_duration_seconds_count{work="statement"}', 10],
    ['errand_database_duration_seconds_count{work="transaction"}', 1],
    ['errand_database_up', 1],
    ['errand_runs_total{tool="answer",ending="succeeded",code=""}', 1],
    ['errand_credits_total{kind="debited"}', 1],
    ['errand_provider_calls_total{model="sim/fast"}', 1],
    ['errand_provider_answers_total{model="sim/fast"}', 1],
    ['errand_provider_tokens_total{model="sim/fast",kind="written"}', 1],
    ['process_resident_memory_bytes', 1],
  ] as const)
    expect(valueOf(text, name), name).toBeGreaterThanOrEqual(least);
  for (const secret of [person.id, person.email, taskId, run.id, 'insurance', '127.0.0.1', TOKEN])
    expect(text).not.toContain(secret);

  await program.server.stop();
  await program.start();
  const sent = JSON.stringify([collector.spans, collector.readings]);
  for (const secret of [person.id, person.email, taskId, 'insurance', '127.0.0.1', TOKEN])
    expect(sent).not.toContain(secret);
  expect(JSON.stringify(collector.readings)).not.toContain(run.id);
  expect(collector.refusals).toEqual([]);
});

it('has sent by its end what it had counted, while the database still answered', () => {
  const { sender, metrics = [] } = collector.readings.at(-1) ?? {};
  expect(sender).toEqual({
    'service.name': 'errand',
    'service.instance.id': expect.stringMatching(/^.+:\d+$/),
  });
  const sumOf = (wanted: string): number => {
    const metric = metrics.find(({ name }) => name === wanted);
    if (!metric || 'histogram' in metric) throw new Error(`there is no ${wanted}`);
    const { dataPoints } = 'sum' in metric ? metric.sum : metric.gauge;
    return dataPoints.reduce((sum, { asDouble }) => sum + asDouble, 0);
  };
  for (const name of ['errand_runs_total', 'errand_credits_total', 'errand_database_up'])
    expect(sumOf(name), name).toBe(1);
  expect(sumOf('errand_files_lost')).toBe(0);
});

it('has sent by its end what the work consisted of', () => {
  const { spans } = collector;
  const named = (name: string) => spans.find((span) => span.name === name);
  const [run, tool, model] = [named('run'), named('tool answer'), named('model sim/fast')];
  expect([tool?.parentSpanId, model?.parentSpanId]).toEqual([run?.spanId, tool?.spanId]);
  expect(model?.attributes.map(({ key }) => key)).toContain('gen_ai.usage.output_tokens');
  const delegating = named('POST /functions/v1');
  const parts = spans.filter(({ parentSpanId }) => parentSpanId === delegating?.spanId);
  expect(parts.map(({ name }) => name)).toContain('database transaction');
  expect(spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name)).not.toContain(
    'database statement',
  );
});

it('counts open connections', async () => {
  expect(valueOf(await figures(), 'errand_sockets')).toBe(0);
  const socket = new WebSocket(
    `${program.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${program.anonKey}&vsn=1.0.0`,
  );
  await vi.waitFor(async () => expect(valueOf(await figures(), 'errand_sockets')).toBe(1));
  socket.close();
  await vi.waitFor(async () => expect(valueOf(await figures(), 'errand_sockets')).toBe(0));
});

it('shows nothing without the token, and has no such address unless it is configured', async () => {
  expect((await fetch(`${program.url}/metrics`)).status).toBe(401);
  await program.server.stop();
  await program.start({ METRICS_TOKEN: '' });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const [missing, unknown] = await Promise.all(
    ['metrics', 'nothing-here'].map((path) => fetch(`${program.url}/${path}`, { headers })),
  );
  expect(missing?.status).toBe(unknown?.status);
  expect(await missing?.text()).not.toContain('errand_');
});
