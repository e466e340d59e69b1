import type { Account } from './account.ts';
import { pause } from './figures.ts';

/** Resolves when the answer is there. */
export async function delegate({ client }: Account, taskId: string): Promise<void> {
  const { error } = await client.functions.invoke('delegate', {
    body: { task_id: taskId, ai_task_type: 'answer' },
  });
  if (error) throw error;
  for (;;) {
    const { data } = await client
      .from('ai_runs')
      .select('status, error_code')
      .eq('task_id', taskId)
      .single()
      .throwOnError();
    if (data.status === 'succeeded') return;
    if (data.status === 'failed') throw new Error(`the run failed: ${data.error_code}`);
    await pause(5);
  }
}
