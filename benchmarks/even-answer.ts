/**
 * Whether the time of an answer tells who has an account: for each path that takes an address from anybody, how often
 * a known one takes longer than an unknown one (AUC; 0.5 tells nothing). `node benchmarks/even-answer.ts [samples]`
 */
import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { openPlace } from './measure/engines.ts';
import { median, report } from './measure/figures.ts';

const SAMPLES = Number(process.argv[2] ?? 500);
/** Questions at the same moment. */
const LANES = 4;
/** Of each kind; each is asked about several times. */
const PEOPLE = 50;
const PASSWORD = 'a kettle of violets';
const browserConfig = z.object({ anonKey: z.string() });

/**
 * Those whom an answer might betray: people with a proved address, those whose mail can be sent again, those who were
 * sent a code, and those whose change of address waits to be confirmed.
 */
type Known = 'proved' | 'pending' | 'coded' | 'changing';

const PATHS: readonly [path: string, body: object, known: Known][] = [
  ['/token?grant_type=password', { password: 'a guess at it' }, 'proved'],
  ['/recover', {}, 'proved'],
  ['/otp', { create_user: true }, 'proved'],
  ['/otp', { create_user: false }, 'proved'],
  ['/resend', { type: 'signup' }, 'pending'],
  ['/verify', { type: 'email', token: '000000' }, 'proved'],
  ['/verify', { type: 'recovery', token: '000000' }, 'coded'],
  ['/verify', { type: 'signup', token: '000000' }, 'pending'],
  ['/verify', { type: 'email_change', token: '000000' }, 'changing'],
];

/** Milliseconds until the answer is there. */
async function ask(url: string, path: string, body: object): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (response.status === 429 || response.status >= 500)
    throw new Error(`${path} answered ${response.status}`);
  return performance.now() - begun;
}

const addressOf = (kind: Known | 'unknown', n: number) => `${kind}-${n}@example.org`;

async function signUp(url: string, kind: Known): Promise<void> {
  for (let n = 0; n < PEOPLE; n += 1)
    await ask(url, '/signup', { email: addressOf(kind, n), password: PASSWORD });
}

/** Digits die after ten tries: a link to the same mail is asked for again as often as that takes. */
async function sendCodes(url: string): Promise<void> {
  for (let n = 0; n < PEOPLE; n += 1) await ask(url, '/recover', { email: addressOf('coded', n) });
}

/** The mails of a change go to both addresses: the digits for the present one are what is guessed at. */
async function beginChanges(url: string): Promise<void> {
  const { anonKey } = browserConfig.parse(await (await fetch(`${url}/config.json`)).json());
  for (let n = 0; n < PEOPLE; n += 1) {
    const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
    const signedIn = await client.auth.signInWithPassword({
      email: addressOf('changing', n),
      password: PASSWORD,
    });
    const changed = await client.auth.updateUser({ email: `new-${addressOf('changing', n)}` });
    const error = signedIn.error ?? changed.error;
    if (error) throw error;
  }
}

let strangers = 0;
const newStranger = () => addressOf('unknown', strangers++);

/** Known and unknown in turns, so that whatever else the machine does meets both alike. */
async function measure(path: string, kind: Known, askFor: (email: string) => Promise<number>): Promise<void> {
  const known: number[] = [];
  const unknown: number[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < SAMPLES) {
      const n = next++;
      if (n % 2 === 0) unknown.push(await askFor(newStranger()));
      known.push(await askFor(addressOf(kind, n % PEOPLE)));
      if (n % 2 === 1) unknown.push(await askFor(newStranger()));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const area = areaUnderCurve(unknown, known);
  report(path, {
    'known ms': median(known),
    'unknown ms': median(unknown),
    AUC: Math.max(area, 1 - area).toFixed(3),
  });
}

/** The share of pairs in which the second is greater; ties count half. */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let greater = 0;
  for (const a of first) for (const b of second) greater += b > a ? 1 : b === a ? 0.5 : 0;
  return greater / (first.length * second.length);
}

const place = await openPlace('pglite');
const confirming = await place.start({ MAIL_AUTOCONFIRM: 'on' });
await signUp(confirming.url, 'proved');
await signUp(confirming.url, 'coded');
await signUp(confirming.url, 'changing');
await confirming.stop();
const server = await place.start({ MAIL_AUTOCONFIRM: 'off', LOG_LEVEL: 'error' });
await signUp(server.url, 'pending');
await sendCodes(server.url);
await beginChanges(server.url);
for (const [path, body, known] of PATHS) {
  await measure(`${path} ${JSON.stringify(body)}`, known, (email) =>
    ask(server.url, path, { ...body, email }),
  );
}
await server.stop();
await place.remove();
