import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AiTaskType } from '#domain/ai-task.ts';
import { type Account, addTasks } from './account.ts';
import { makeContract, makeSales, makeSalesBook } from './large-files.ts';

export interface Handed {
  readonly what: string;
  readonly type: AiTaskType;
  readonly extension: string;
  readonly bytes: Buffer;
}

/** Large files as people have them. */
export const HONEST: readonly Handed[] = [
  { what: 'a CSV file of 10 MB', type: 'data_analysis', extension: 'csv', bytes: makeSales() },
  { what: 'a PDF of 100 pages', type: 'doc_summary', extension: 'pdf', bytes: makeContract() },
  { what: 'a workbook of 10 MB', type: 'data_analysis', extension: 'xlsx', bytes: makeSalesBook() },
];

export async function upload({ client, userId }: Account, bytes: Buffer, extension: string): Promise<string> {
  const path = `${userId}/${randomUUID()}.${extension}`;
  const { error } = await client.storage.from('task-attachments').upload(path, bytes);
  if (error) throw error;
  return path;
}

/** Hands a file over, and waits until the server is done with it, whatever it says of it. */
export async function hand(url: string, account: Account, file: Handed): Promise<void> {
  const path = await upload(account, file.bytes, file.extension);
  const [task] = await addTasks(account, 1);
  const answer = await fetch(`${url}/functions/v1/delegate`, {
    method: 'POST',
    headers: { ...account.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ task_id: task, ai_task_type: file.type, attachments: [path] }),
  });
  if (answer.status >= 500) throw new Error(`${file.what} was answered with ${answer.status}`);
  for (;;) {
    const { data } = await account.client.from('ai_runs').select('status').eq('task_id', task);
    if ((data ?? []).every(({ status }) => ['succeeded', 'failed'].includes(status))) return;
    await pause(100);
  }
}
