import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REASONED_ANSWER } from '#simulators/ai/answers.ts';
import type { PersonaName } from '#simulators/ai/personas/persona.ts';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { isLong } from '#tests/long-run.ts';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { accepted, untilEnded } from './delegation.ts';
import { addTask, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

const offered = z.object({ ai: z.object({ demo: z.boolean(), tools: z.array(z.string()) }) });

const configOf = async ({ url }: Program) =>
  offered.parse(await (await fetch(`${url}/config.json`)).json()).ai;

/** Servers of one's own, each with one thinking model. tests/golden/persona-matrix.test.ts meets all of them in any run. */
const SERVERS: readonly PersonaName[] = isLong
  ? ['llama-cpp', 'vllm', 'vllm-raw', 'lm-studio', 'ollama']
  : ['vllm-raw', 'ollama'];

/** Says enough, so that nothing is asked first. */
const PLAIN = { wish: 'In June, with luggage' };

describe.each(SERVERS)('with nothing but the address and the key of %s in the settings', (persona) => {
  it('the one model that it serves answers, without its thoughts, also after a restart', async () => {
    const model = 'sim/reasoned';
    const simulator = await startAiSimulator({ persona, models: [model], context: 32_768 });
    const program = await openProgram({
      withoutProvider: true,
      env: { ...UNLIMITED, AI_BASE_URL: simulator.url, AI_API_KEY: simulator.apiKey },
    });
    try {
      while (!(await configOf(program)).tools.includes('answer')) await sleep(50);
      expect((await configOf(program)).demo).toBe(false);
      const person = await signUp(program);
      for (const ai_task_type of ['answer', 'reasoning']) {
        const task = await addTask(person, 'Train or car to Bolzano?');
        const run = await accepted(program, person, task, { ai_task_type, ...PLAIN });
        expect(await untilEnded(person, run.id)).toMatchObject({ status: 'succeeded' });
        const { data } = await person.client
          .from('ai_responses')
          .select('content, model_used')
          .eq('run_id', run.id);
        expect(data).toEqual([{ content: REASONED_ANSWER, model_used: model }]);
      }

      await program.server.stop();
      simulator.journal.clear();
      await program.start();
      while (!(await configOf(program)).tools.includes('answer')) await sleep(50);
      const task = await addTask(person, 'And with three people?');
      const run = await accepted(program, person, task, PLAIN);
      expect(await untilEnded(person, run.id)).toMatchObject({ status: 'succeeded' });
      const asked = simulator.journal.entries.filter(({ path }) => path.endsWith('/chat/completions'));
      expect(asked.map(({ status }) => status)).toEqual([200]);
    } finally {
      await program.close();
      await simulator.close();
    }
  });
});
