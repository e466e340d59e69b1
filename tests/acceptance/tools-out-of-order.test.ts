import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { delegate } from './delegation.ts';
import { creditsLeft } from './ledger.ts';
import { addTask, signUp } from './person.ts';
import { openProgram } from './program.ts';

const lack = z.object({ tool: z.string(), lacks: z.string() });
const offered = z.object({ ai: z.object({ tools: z.array(z.string()), lacking: z.array(lack) }) });

it('a tool whose model the provider does not serve is neither offered nor taken, and the others work', async () => {
  const program = await openProgram({ env: { ...UNLIMITED, AI_MODELS: 'reasoning=vendor/gone' } });
  const offerNow = async () => offered.parse(await (await fetch(`${program.url}/config.json`)).json()).ai;
  const toolsNow = async (): Promise<string[]> => (await offerNow()).tools;
  while ((await toolsNow()).includes('reasoning')) await sleep(50);
  expect(await toolsNow()).toEqual(expect.arrayContaining(['answer', 'data_analysis', 'create_image']));
  expect((await offerNow()).lacking).toContainEqual({ tool: 'reasoning', lacks: 'repair' });

  const person = await signUp(program);
  const task = await addTask(person, 'Which winter tyres fit the car?');
  expect(await delegate(program, person, task, { more: { ai_task_type: 'reasoning' } })).toMatchObject({
    status: 503,
    body: { code: 'tool_unavailable' },
  });
  expect(await creditsLeft(person)).toBe(WELCOME_CREDITS);
  expect(await delegate(program, person, task)).toMatchObject({ status: 202 });
  await program.close();
});
