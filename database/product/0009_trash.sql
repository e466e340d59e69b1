-- Deleted tasks and projects move to the trash with everything that belongs to them, by trigger: to the caller, and to
-- listeners, it is a deletion like any other.

create table public.trash (
  -- The id of the deleted row: undo needs nothing else.
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('task', 'project')),
  title text not null,
  deleted_at timestamptz not null default now()
);
alter table public.trash enable row level security;
revoke all on public.trash from anon, authenticated, service_role;
grant select, delete on public.trash to authenticated, service_role;
create policy "people read their own trash" on public.trash
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people empty their own trash" on public.trash
  for delete to authenticated using (user_id = (select auth.uid()));
create index trash_newest_first on public.trash (user_id, deleted_at desc);
create index trash_deleted_at on public.trash (deleted_at);
select private.publish('public.trash', 'user_id');

create table private.trash_contents (
  trash_id uuid primary key references public.trash on delete cascade,
  content jsonb not null
);
alter table private.trash_contents enable row level security;

-- Locks the user before any row, so that a deletion and a delegation lock in the same order.
create function private.lock_deleting_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then perform private.lock_user(auth.uid()); end if;
  return null;
end
$$;
create trigger lock_user before delete on public.tasks
  for each statement execute function private.lock_deleting_user();
create trigger lock_user before delete on public.projects
  for each statement execute function private.lock_deleting_user();

create function private.trash_task() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_user(old.user_id);
  perform private.cancel_locked_run(id) from public.ai_runs
  where task_id = old.id and status in ('queued', 'running');
  -- Erasing an account leaves no trash behind.
  if not exists (select from auth.users where id = old.user_id) then return old; end if;
  insert into public.trash (id, user_id, kind, title) values (old.id, old.user_id, 'task', old.title);
  insert into private.trash_contents (trash_id, content) values (old.id, jsonb_build_object(
    'task', to_jsonb(old),
    'runs', (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at, r.id), '[]')
             from public.ai_runs r where r.task_id = old.id),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.run_id, e.seq), '[]')
               from public.ai_run_events e where e.user_id = old.user_id and e.task_id = old.id),
    'responses', (select coalesce(jsonb_agg(to_jsonb(a)), '[]')
                  from public.ai_responses a where a.user_id = old.user_id and a.task_id = old.id)
  ));
  return old;
end
$$;
create trigger to_trash before delete on public.tasks
  for each row execute function private.trash_task();

create function private.trash_project() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.users where id = old.user_id) then return old; end if;
  insert into public.trash (id, user_id, kind, title) values (old.id, old.user_id, 'project', old.name);
  -- Its tasks stay, without it; their ids are kept to put them back.
  insert into private.trash_contents (trash_id, content) values (old.id, jsonb_build_object(
    'project', to_jsonb(old),
    'task_ids', (select coalesce(jsonb_agg(t.id), '[]') from public.tasks t
                 where t.user_id = old.user_id and t.project_id = old.id)
  ));
  return old;
end
$$;
create trigger to_trash before delete on public.projects
  for each row execute function private.trash_project();

create function private.restore_task(owner uuid, kept jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  task public.tasks := jsonb_populate_record(null::public.tasks, kept -> 'task');
begin
  -- Its project may be gone, or in the trash itself: then restoring the project takes the task in again.
  if task.project_id is not null and not exists (
    select from public.projects p where p.user_id = owner and p.id = task.project_id
  ) then
    update private.trash_contents c
    set content = jsonb_set(c.content, '{task_ids}', c.content -> 'task_ids' || to_jsonb(task.id))
    from public.trash t where t.id = c.trash_id and t.user_id = owner and t.id = task.project_id;
    task.project_id := null;
  end if;
  -- A browser that resent the new task while it was in the trash has made another one with this client_id.
  if exists (select from public.tasks t where t.user_id = owner and t.client_id = task.client_id) then
    task.client_id := null;
  end if;
  insert into public.tasks select task.*;
  insert into public.ai_runs
    select (jsonb_populate_record(r, case when p.id is null then '{"project_id": null}' else '{}'::jsonb end)).*
    from jsonb_populate_recordset(null::public.ai_runs, kept -> 'runs') r
    left join public.projects p on p.user_id = owner and p.id = r.project_id;
  insert into public.ai_run_events
    select e.* from jsonb_populate_recordset(null::public.ai_run_events, kept -> 'events') e;
  insert into public.ai_responses
    select a.* from jsonb_populate_recordset(null::public.ai_responses, kept -> 'responses') a;
end
$$;

create function private.restore_project(owner uuid, kept jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  project public.projects := jsonb_populate_record(null::public.projects, kept -> 'project');
begin
  if exists (select from public.projects p where p.user_id = owner and p.client_id = project.client_id) then
    project.client_id := null;
  end if;
  insert into public.projects select project.*;
  -- A task that was moved to another project since stays there.
  update public.tasks t set project_id = project.id
  where t.user_id = owner and t.project_id is null and kept -> 'task_ids' ? t.id::text;
  -- A task in the trash, deleted after its project, gets the project back when it is restored.
  update private.trash_contents c
  set content = jsonb_set(c.content, '{task,project_id}', to_jsonb(project.id))
  from public.trash t
  where t.id = c.trash_id and t.user_id = owner and t.kind = 'task'
    and c.content #> '{task,project_id}' = 'null'::jsonb and kept -> 'task_ids' ? t.id::text;
end
$$;

-- Restores what the caller deleted, as it was. Returns its kind: task or project.
create function public.restore(item_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  owner constant uuid := auth.uid();
  item_kind text;
  item_content jsonb;
begin
  perform private.lock_user(owner);
  select t.kind, c.content into item_kind, item_content
  from public.trash t join private.trash_contents c on c.trash_id = t.id
  where t.id = item_id and t.user_id = owner;
  if not found then
    raise exception 'There is nothing to restore.' using errcode = 'PT404';
  end if;
  delete from public.trash where id = item_id;
  if item_kind = 'task' then
    perform private.restore_task(owner, item_content);
  else
    perform private.restore_project(owner, item_content);
  end if;
  return item_kind;
end
$$;
revoke execute on function public.restore(uuid) from public, anon, service_role;
grant execute on function public.restore(uuid) to authenticated;

-- Moves a user's oldest completed tasks beyond the newest `keep` to the trash. Returns how many.
create function private.trash_oldest_completed(owner uuid, keep integer) returns integer
language plpgsql set search_path = '' as $$
declare
  moved integer;
begin
  perform private.lock_user(owner);
  delete from public.tasks where id in (
    select id from public.tasks where user_id = owner and is_completed
    order by completed_at desc, created_at desc, id offset keep
  );
  get diagnostics moved = row_count;
  return moved;
end
$$;
