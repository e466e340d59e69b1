import type { Relation } from './query.ts';

/** The tables of rest-board.sql that legal queries ask, with the types that decide what is legal for a column. */

export type Kind =
  | 'int'
  | 'bigint'
  | 'numeric'
  | 'text'
  | 'boolean'
  | 'date'
  | 'moment'
  | 'uuid'
  | 'texts'
  | 'json'
  | 'days'
  | 'seats';

export interface Table {
  readonly columns: Readonly<Record<string, Kind>>;
  readonly key: readonly string[];
  readonly relations: readonly Relation[];
}

/** Adds a table with ranges to the board. */
export const BOOKINGS = `
  create table board.bookings (
    id int primary key,
    project_id bigint references board.projects,
    room text,
    days daterange,
    seats int4range,
    facts jsonb
  );
  alter table board.bookings enable row level security;
  grant select on board.bookings to authenticated, service_role;
  create policy of_own_projects on board.bookings for select to authenticated
    using (project_id is null or exists (select from board.projects p where p.id = project_id));`;

const toOne = (target: string, table: string, on: string, name = target): Relation => ({
  target,
  name,
  table,
  isToOne: true,
  on,
});
const toMany = (target: string, on: string, name = target): Relation => ({
  target,
  name,
  table: name,
  isToOne: false,
  on,
});

export const TABLES: Readonly<Record<string, Table>> = {
  tasks: {
    columns: {
      id: 'bigint',
      owner_id: 'uuid',
      project_id: 'bigint',
      parent_id: 'bigint',
      title: 'text',
      priority: 'int',
      is_done: 'boolean',
      due: 'date',
      big: 'bigint',
      code: 'text',
    },
    key: ['id'],
    relations: [
      toOne('project_id', 'projects', 'inner_row.id = outer_row.project_id'),
      toOne('projects', 'projects', 'inner_row.id = outer_row.project_id'),
      toOne('parent_id', 'tasks', 'inner_row.id = outer_row.parent_id'),
      toOne('task_details', 'task_details', 'inner_row.task_id = outer_row.id'),
      toMany('comments', 'inner_row.task_id = outer_row.id'),
      toMany(
        'labels',
        'inner_row.id in (select label_id from board.task_labels where task_id = outer_row.id)',
      ),
    ],
  },
  projects: {
    columns: {
      id: 'bigint',
      owner_id: 'uuid',
      reviewer_id: 'uuid',
      name: 'text',
      tags: 'texts',
      details: 'json',
      budget: 'numeric',
      created_at: 'moment',
    },
    key: ['id'],
    relations: [
      toMany('tasks', 'inner_row.project_id = outer_row.id'),
      toMany('bookings', 'inner_row.project_id = outer_row.id'),
      toMany('members', 'inner_row.project_id = outer_row.id'),
      toOne('people!projects_reviewer_id_fkey', 'people', 'inner_row.id = outer_row.reviewer_id', 'people'),
      toOne('owner_id', 'people', 'inner_row.id = outer_row.owner_id'),
    ],
  },
  people: {
    columns: { id: 'uuid', full_name: 'text', age: 'int' },
    key: ['id'],
    relations: [
      toMany('projects!projects_owner_id_fkey', 'inner_row.owner_id = outer_row.id', 'projects'),
      toMany('members', 'inner_row.person_id = outer_row.id'),
    ],
  },
  members: {
    columns: { project_id: 'bigint', person_id: 'uuid', role: 'text' },
    key: ['project_id', 'person_id'],
    relations: [toOne('people', 'people', 'inner_row.id = outer_row.person_id')],
  },
  comments: {
    columns: { id: 'bigint', task_id: 'bigint', author_id: 'uuid', body: 'text' },
    key: ['id'],
    relations: [toOne('tasks', 'tasks', 'inner_row.id = outer_row.task_id')],
  },
  task_details: {
    columns: { task_id: 'bigint', notes: 'text' },
    key: ['task_id'],
    relations: [toOne('tasks', 'tasks', 'inner_row.id = outer_row.task_id')],
  },
  labels: {
    columns: { id: 'int', name: 'text' },
    key: ['id'],
    relations: [
      toMany(
        'tasks',
        'inner_row.id in (select task_id from board.task_labels where label_id = outer_row.id)',
      ),
    ],
  },
  bookings: {
    columns: { id: 'int', project_id: 'bigint', room: 'text', days: 'days', seats: 'seats', facts: 'json' },
    key: ['id'],
    relations: [toOne('projects', 'projects', 'inner_row.id = outer_row.project_id')],
  },
};

/** Of a table that there is. */
export function tableOf(name: string): Table {
  const table = TABLES[name];
  if (table === undefined) throw new Error(`no table ${name}`);
  return table;
}

export function kindOf(table: string, column: string): Kind {
  const kind = tableOf(table).columns[column];
  if (kind === undefined) throw new Error(`no column ${column} of ${table}`);
  return kind;
}
