-- The list itself. A reference is always (user_id, id): a row of somebody else cannot be named by any id, and the
-- attempt fails exactly as it does for an id that does not exist.

create table public.projects (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  description text check (char_length(description) <= 5000),
  category text not null default 'personal' check (category in ('personal', 'work')),
  -- Made by the browser, so that an insert that is sent twice makes one row.
  client_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, id),
  unique (user_id, client_id)
);
alter table public.projects enable row level security;
revoke all on public.projects from anon, authenticated, service_role;
grant select, delete on public.projects to authenticated, service_role;
grant insert (user_id, name, description, category, client_id, created_at, updated_at)
  on public.projects to authenticated, service_role;
grant update (name, description, category, updated_at) on public.projects to authenticated, service_role;
create policy "people read their own projects" on public.projects
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people add projects of their own" on public.projects
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own projects" on public.projects
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people delete their own projects" on public.projects
  for delete to authenticated using (user_id = (select auth.uid()));
create index projects_newest_first on public.projects (user_id, created_at desc, id desc);

create function private.tidy_project() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := regexp_replace(new.name, '^\s+|\s+$', '', 'g');
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  return new;
end
$$;
create trigger tidy before insert or update on public.projects
  for each row execute function private.tidy_project();
select private.publish('public.projects', 'user_id');

create table public.tasks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  title text not null check (char_length(title) between 1 and 1000),
  category text not null default 'personal' check (category in ('personal', 'work')),
  priority text not null default 'medium' check (priority in ('urgent', 'high', 'medium', 'low', 'nice_to')),
  timeframe text not null default 'today' check (timeframe in ('today', 'tomorrow', 'next_weekend', 'future')),
  is_completed boolean not null default false,
  completed_at timestamptz,
  -- Set by delegation alone: it says that a run was made, and perhaps paid for.
  ai_assisted boolean not null default false,
  ai_task_type text check (ai_task_type in (
    'answer', 'reasoning', 'create_image', 'image_edit', 'research', 'web_search', 'data_analysis', 'doc_summary'
  )),
  project_id uuid,
  client_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, id),
  unique (user_id, client_id),
  -- A task outlives its project.
  foreign key (user_id, project_id) references public.projects (user_id, id) on delete set null (project_id),
  check (is_completed = (completed_at is not null))
);
alter table public.tasks enable row level security;
revoke all on public.tasks from anon, authenticated, service_role;
grant select, delete on public.tasks to authenticated, service_role;
grant insert (user_id, title, category, priority, timeframe, is_completed, ai_assisted, ai_task_type, project_id,
  client_id, created_at, updated_at) on public.tasks to authenticated, service_role;
grant update (title, category, priority, timeframe, is_completed, ai_task_type, project_id, updated_at)
  on public.tasks to authenticated, service_role;
create policy "people read their own tasks" on public.tasks
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people add tasks of their own, not yet delegated" on public.tasks
  for insert to authenticated with check (user_id = (select auth.uid()) and not ai_assisted);
create policy "people change their own tasks" on public.tasks
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people delete their own tasks" on public.tasks
  for delete to authenticated using (user_id = (select auth.uid()));
-- The whole list, newest first, a page at a time; and its two halves, pending and completed.
create index tasks_newest_first on public.tasks (user_id, created_at desc, id desc);
create index tasks_by_state on public.tasks (user_id, is_completed, created_at desc, id desc);
create index tasks_of_project on public.tasks (user_id, project_id, created_at desc) where project_id is not null;

create function private.tidy_task() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.title := regexp_replace(new.title, '^\s+|\s+$', '', 'g');
  -- As specified: an unknown type is stored as the plainest one, without an error.
  if new.ai_task_type not in (
    'answer', 'reasoning', 'create_image', 'image_edit', 'research', 'web_search', 'data_analysis', 'doc_summary'
  ) then
    new.ai_task_type := 'answer';
  end if;
  if not new.is_completed then
    new.completed_at := null;
  elsif new.completed_at is null then
    new.completed_at := now();
  end if;
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  return new;
end
$$;
create trigger tidy before insert or update on public.tasks
  for each row execute function private.tidy_task();
select private.publish('public.tasks', 'user_id');
