-- Notes of a task: Markdown, found by the search and given to the assistant. A list doesn't read them: `has_notes` says
-- whether there are any. Not a generated column, because the trash restores whole rows.

alter table public.tasks
  add column notes text not null default '',
  add column has_notes boolean not null default false;
grant insert (notes), update (notes) on public.tasks to authenticated, service_role;

-- Raises a sentence that people can be shown, which a check constraint can't: domain/messages.ts.
create function private.keep_notes() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Restored from a trash of before.
  new.notes := coalesce(new.notes, '');
  if char_length(new.notes) > 10000 then
    raise exception 'Notes can have up to 10,000 characters.' using errcode = 'check_violation';
  end if;
  new.has_notes := new.notes ~ '\S';
  return new;
end
$$;
revoke execute on function private.keep_notes() from public;
create trigger keep_notes before insert or update on public.tasks
  for each row execute function private.keep_notes();

-- The notes that a run was given: later changes to the task don't reach it. Null: a run of before.
alter table public.ai_runs add column task_notes text;

-- Not in restored runs: those have ended.
create function private.copy_task_notes() returns trigger
language plpgsql set search_path = '' as $$
begin
  select t.notes into new.task_notes from public.tasks t where t.user_id = new.user_id and t.id = new.task_id;
  return new;
end
$$;
revoke execute on function private.copy_task_notes() from public;
create trigger copy_task_notes before insert on public.ai_runs
  for each row when (new.status = 'queued') execute function private.copy_task_notes();

-- A title weighs more than notes, as a project's name does.
create or replace function private.keep_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept tsvector;
begin
  case tg_argv[0]
    when 'task' then kept := setweight(private.words_of(new.title), 'A') || private.words_of(new.notes);
    when 'answer' then kept := private.words_of(new.content);
    when 'project' then kept := setweight(private.words_of(new.name), 'A')
      || coalesce(private.words_of(new.description), '');
  end case;
  insert into public.search_words (user_id, kind, item_id, words)
    values (new.user_id, tg_argv[0], new.id, kept)
    on conflict (user_id, item_id) do update set words = excluded.words;
  return null;
end
$$;
drop trigger keep_words on public.tasks;
create trigger keep_words after insert or update of title, notes on public.tasks
  for each row execute function private.keep_words('task');
update public.search_words set words = setweight(words, 'A') where kind = 'task';

create or replace function public.search(query text)
returns table (
  kind text, id uuid, title text, excerpt text, task_id uuid, run_id uuid, project_id uuid, is_completed boolean,
  created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  with asked as materialized (
    select * from private.read_search(search.query)
  ), found as materialized (
    select w.kind, w.item_id, ts_rank(w.words, a.words) + (w.words @@ a.whole)::integer as rank
    from asked a join public.search_words w on w.words @@ a.words
    union all
    select 'task', t.id, 0 from public.tasks t
    where (select patterns is not null from asked)
      and t.title || ' ' || t.notes ilike all ((select patterns from asked)::text[])
    union all
    select 'answer', r.id, 0 from public.ai_responses r
    where (select patterns is not null from asked) and r.content ilike all ((select patterns from asked)::text[])
    union all
    select 'project', p.id, 0 from public.projects p
    where (select patterns is not null from asked)
      and p.name || ' ' || coalesce(p.description, '') ilike all ((select patterns from asked)::text[])
  ), best as (
    select f.kind, f.item_id, max(f.rank) as rank from found f group by f.kind, f.item_id
  ), hits as (
    select 1 as part, b.kind, t.id, t.title, nullif(t.notes, '') as content, t.id as task_id, null::uuid as run_id,
      t.project_id, t.is_completed, t.created_at,
      row_number() over (order by t.is_completed, b.rank desc, t.created_at desc, t.id) as nth
    from best b join public.tasks t on t.id = b.item_id where b.kind = 'task'
    union all
    select 2, b.kind, r.id, t.title, r.content, t.id, r.run_id, t.project_id, t.is_completed, r.created_at,
      row_number() over (order by b.rank desc, r.created_at desc, r.id)
    from best b join public.ai_responses r on r.id = b.item_id join public.tasks t on t.id = r.task_id
    where b.kind = 'answer'
    union all
    select 3, b.kind, p.id, p.name, p.description, null, null, p.id, null, p.created_at,
      row_number() over (order by b.rank desc, p.created_at desc, p.id)
    from best b join public.projects p on p.id = b.item_id where b.kind = 'project'
  )
  select h.kind, h.id, h.title, private.excerpt(h.content, a.place, a.plain_place), h.task_id, h.run_id, h.project_id,
    h.is_completed, h.created_at
  from hits h cross join asked a where h.nth <= 20 order by h.part, h.nth;
end;
