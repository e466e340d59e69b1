import * as z from 'zod/mini';
import { parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

/** Maximum length of a query; the server refuses more. */
export const QUERY_MAX = 200;

const shared = { id: z.string(), title: z.string() };

/** A search result, with all that is needed to open it. */
const find = z.discriminatedUnion('kind', [
  z.object({
    ...shared,
    kind: z.literal('task'),
    /** Of the notes. Finds kept on the device by an older version have none. */
    excerpt: z._default(z.nullable(z.string()), null),
    project_id: z.nullable(z.string()),
    is_completed: z.boolean(),
  }),
  z.object({
    ...shared,
    kind: z.literal('answer'),
    excerpt: z.string(),
    task_id: z.string(),
    run_id: z.string(),
    project_id: z.nullable(z.string()),
    is_completed: z.boolean(),
  }),
  z.object({ ...shared, kind: z.literal('project'), excerpt: z.nullable(z.string()) }),
]);
export type Find = z.infer<typeof find>;
export type FindOf<Kind extends Find['kind']> = Extract<Find, { kind: Kind }>;

/** Full-text search over the user's tasks, projects and answers, best match first per kind. */
export async function findByWords(query: string, signal: AbortSignal): Promise<Find[]> {
  const server = await supabase();
  const { data } = await server.rpc('search', { query }).abortSignal(signal).throwOnError();
  return parseRows(find, data);
}

/** Parses stored finds. */
export function readFinds(kept: unknown): Find[] {
  return Array.isArray(kept) ? parseRows(find, kept) : [];
}
