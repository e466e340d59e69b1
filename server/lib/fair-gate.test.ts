import { expect, it } from 'vitest';
import { createFairGate } from './fair-gate.ts';
import { GateShutError } from './work-gate.ts';

it('gives each person one slot, so that a flood only delays its sender', async () => {
  const enter = createFairGate({ parallel: 1, waiting: 5, waitingPerPerson: 3 });
  const done: string[] = [];
  const work = (person: string) => async (): Promise<void> => {
    await Promise.resolve();
    done.push(person);
  };
  const many = Array.from({ length: 20 }, () => enter('anna', work('anna')));
  const others = ['ben', 'cem'].map((person) => enter(person, work(person)));
  const ended = await Promise.allSettled([...many, ...others]);
  expect(done.slice(0, 3)).toEqual(['anna', 'ben', 'cem']);
  expect(done).toHaveLength(6);
  const refused = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused).toHaveLength(16);
  expect(refused.every((reason) => reason instanceof GateShutError)).toBe(true);
});

it('forgets people without pending work, and admits them again', async () => {
  const enter = createFairGate({ parallel: 1, waiting: 1, waitingPerPerson: 0 });
  await expect(enter('anna', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await enter('anna', async () => 1)).toBe(1);
});
