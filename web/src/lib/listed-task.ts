import * as z from 'zod/mini';
import { parseRows, responseRow, runRow, taskRow } from './rows.ts';
import { type ListedTask, toDelivery } from './task-cache.ts';

const runColumns = Object.keys(runRow.shape).join(',');
const taskColumns = Object.keys(taskRow.shape).join(',');

/** What a list asks of `tasks`. Of runs and answers, ask for the latest only: order and limit them. */
export const TASK_SELECTION = `${taskColumns},ai_runs(${runColumns}),ai_responses(id,model_used,is_demo,created_at,content,ai_runs(${runColumns}))`;

const answer = z.extend(
  z.pick(responseRow, { id: true, model_used: true, is_demo: true, created_at: true, content: true }),
  { ai_runs: runRow },
);

const taskWithWork = z.extend(taskRow, { ai_runs: z.array(runRow), ai_responses: z.array(answer) });

/** Reads the rows that `TASK_SELECTION` brings. */
export function toListedTasks(rows: readonly unknown[]): ListedTask[] {
  return parseRows(taskWithWork, rows).map(({ ai_runs: [run], ai_responses: [response], ...task }) => ({
    ...task,
    run: run ?? null,
    delivery: response ? toDelivery(response, response.ai_runs) : null,
  }));
}
