import { type Project, projectRow } from '#domain/rows/project-row.ts';
import { columnsOf, parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

const COLUMNS = columnsOf(projectRow);

/** More than most users have. */
const PAGE = 500;

/** All projects, newest first, read page by page: task rows look up their project's name here. */
export async function readProjects(): Promise<Project[]> {
  const projects: Project[] = [];
  for (;;) {
    const { rows, isLast } = await readPage(projects.at(-1));
    projects.push(...rows);
    if (isLast) return projects;
  }
}

async function readPage(after: Project | undefined): Promise<{ rows: Project[]; isLast: boolean }> {
  const server = await supabase();
  let query = server
    .from('projects')
    .select(COLUMNS)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE);
  if (after) query = query.or(isOlder(after));
  const { data } = await query.throwOnError();
  const rows = parseRows(projectRow, data);
  // If no row could be parsed, there is no cursor to continue from.
  return { rows, isLast: data.length < PAGE || rows.length === 0 };
}

/** Keyset, not offset: concurrent inserts don't shift pages. */
function isOlder({ created_at, id }: Project): string {
  return `created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`;
}

/** One project; null if the signed-in user has none with this id. */
export async function readProject(id: string, signal: AbortSignal): Promise<Project | null> {
  const server = await supabase();
  const query = server.from('projects').select(COLUMNS).eq('id', id).abortSignal(signal);
  const { data } = await query.maybeSingle().throwOnError();
  return data === null ? null : projectRow.parse(data);
}
