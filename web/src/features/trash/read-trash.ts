import * as z from 'zod/mini';
import { TRASH_KINDS } from '#domain/trash.ts';
import { columnsOf, parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

const trashRow = z.object({
  id: z.string(),
  kind: z.enum(TRASH_KINDS),
  title: z.string(),
  deleted_at: z.string(),
});
/** A deleted item that can be restored. */
export type TrashItem = z.infer<typeof trashRow>;

export interface TrashPage {
  /** Latest deleted first. */
  readonly items: readonly TrashItem[];
  readonly hasMore: boolean;
  /** Count on this and later pages. */
  readonly count: number;
}

const PAGE = 50;

/** A page of the trash: items deleted before `last`, or the first page. */
export async function readTrash(last: TrashItem | null): Promise<TrashPage> {
  const server = await supabase();
  let query = server.from('trash').select(columnsOf(trashRow), { count: 'exact' });
  if (last) query = query.or(isAfter(last));
  const { data, count } = await query
    .order('deleted_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE)
    .throwOnError();
  const known = count ?? data.length;
  return { items: parseRows(trashRow, data), hasMore: known > data.length, count: known };
}

/** Deletes one item for good. */
export async function deleteForever(id: string): Promise<void> {
  const server = await supabase();
  await server.from('trash').delete().eq('id', id).throwOnError();
}

/** Deletes everything up to `deleted_at` for good: later items weren't on the screen. */
export async function emptyTrash({ deleted_at }: TrashItem): Promise<void> {
  const server = await supabase();
  await server.from('trash').delete().lte('deleted_at', deleted_at).throwOnError();
}

/** Keyset, not offset: concurrent inserts don't shift pages. */
function isAfter({ deleted_at, id }: TrashItem): string {
  return `deleted_at.lt."${deleted_at}",and(deleted_at.eq."${deleted_at}",id.lt.${id})`;
}
