import { columnsOf, type Project, parseRows, projectRow } from '#web/lib/rows.ts';
import { supabase } from '#web/lib/supabase.ts';

const COLUMNS = columnsOf(projectRow);

/** Projects that are read at once. Nobody chooses from more in a list. */
const MOST = 500;

/** The projects, newest first. */
export async function readProjects(): Promise<Project[]> {
  const server = await supabase();
  const { data } = await server
    .from('projects')
    .select(COLUMNS)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(MOST)
    .throwOnError();
  return parseRows(projectRow, data);
}
