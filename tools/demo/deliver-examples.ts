import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { AI_TASK_TYPES, type AiTaskType } from '#domain/ai-task.ts';
import { ATTACHMENT_BUCKET } from '#domain/attachments.ts';
import { EXAMPLE_TASKS, type ExampleFile } from '#domain/demo/example-tasks.ts';
import { ROOT } from '../run.ts';
import { PERSON } from '../screenshots/fill-list.ts';

/** In the order in which they are shown. The main job itself shows an answer. */
export const SHOWN_TOOLS: readonly AiTaskType[] = AI_TASK_TYPES.filter((type) => type !== 'answer');

const FOLDER = join(ROOT, 'web/public/examples');
const browserConfig = z.object({ anonKey: z.string() });

/** Has the demo do the example task of each shown tool, and waits for the results. */
export async function deliverExamples(url: string): Promise<void> {
  const { anonKey } = browserConfig.parse(await (await fetch(`${url}/config.json`)).json());
  const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await client.auth.signInWithPassword(PERSON);
  if (error) throw error;
  const userId = data.user.id;
  // The newest is shown first.
  for (const type of SHOWN_TOOLS.toReversed()) {
    const { title, category, priority, timeframe, file } = EXAMPLE_TASKS[type];
    const row = { user_id: userId, title, category, priority, timeframe };
    const task = await client.from('tasks').insert(row).select('id').single().throwOnError();
    const attachments = file ? [await upload(client, userId, file)] : [];
    const body = { task_id: task.data.id, ai_task_type: type, attachments };
    const delegated = await client.functions.invoke('delegate', { body });
    if (delegated.error) throw delegated.error;
    await untilDelivered(client, task.data.id);
  }
}

async function upload(client: SupabaseClient, userId: string, { name, type }: ExampleFile): Promise<string> {
  const path = `${userId}/${crypto.randomUUID()}.${name.split('.').at(-1)}`;
  const bytes = await readFile(join(FOLDER, name));
  const { error } = await client.storage
    .from(ATTACHMENT_BUCKET)
    .upload(path, bytes, { contentType: type, metadata: { name } });
  if (error) throw error;
  return path;
}

/** Throws if the run ends without a result. */
async function untilDelivered(client: SupabaseClient, taskId: string): Promise<void> {
  for (;;) {
    const { data } = await client
      .from('ai_runs')
      .select('status, ai_task_type, error_message')
      .eq('task_id', taskId)
      .single()
      .throwOnError();
    if (data.status === 'succeeded') return;
    if (data.status === 'failed') throw new Error(`${data.ai_task_type}: ${data.error_message}`);
    await sleep(200);
  }
}
