-- Which files belong to which task: what was attached to it, and what runs have made for it. The bytes lie in storage;
-- a file without a row here is a leftover. No foreign key to the task: in the trash it is out of the list, and its files
-- are still its own. They go when neither the list nor the trash has it any more.

create table public.task_files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  task_id uuid not null,
  -- The run that made it; null for what was attached.
  run_id uuid,
  bucket text not null check (bucket = case when run_id is null then 'task-attachments' else 'ai-outputs' end),
  path text not null,
  -- What people call it.
  name text not null,
  -- By its content.
  type text not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  unique (task_id, bucket, path)
);
alter table public.task_files enable row level security;
revoke all on public.task_files from anon, authenticated, service_role;
grant select on public.task_files to authenticated, service_role;
create policy "people see which files their tasks have" on public.task_files
  for select to authenticated using (user_id = (select auth.uid()));
create index task_files_of_task on public.task_files (user_id, task_id, created_at);
create index task_files_of_object on public.task_files (bucket, path);

-- `files`: an array of {path, name, type, size}. Attaching the same file again changes nothing.
create function private.note_task_files(run uuid, made boolean, files jsonb) returns void
language sql set search_path = '' as $$
  insert into public.task_files (user_id, task_id, run_id, bucket, path, name, type, size)
  select r.user_id, r.task_id, case when made then r.id end,
         case when made then 'ai-outputs' else 'task-attachments' end,
         f.path, f.name, f.type, f.size
  from public.ai_runs r,
       jsonb_to_recordset(files) as f (path text, name text, type text, size bigint)
  where r.id = run
  on conflict (task_id, bucket, path) do nothing
$$;

-- Takes the rows of tasks that are gone for good, and then the objects that no task has and that are older than `age`:
-- uploads of a form that was left, and what a killed worker had stored. Returns how many objects went.
create function private.remove_unused_files(age interval, at_most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  removed integer;
begin
  delete from public.task_files f
  where f.created_at < now() - age
    and not exists (select from public.tasks t where t.id = f.task_id)
    and not exists (select from public.trash t where t.id = f.task_id);
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where id in (
    select o.id from storage.objects o
    where o.bucket_id in ('task-attachments', 'ai-outputs') and o.created_at < now() - age
      and not exists (select from public.task_files f where f.bucket = o.bucket_id and f.path = o.name)
    limit at_most
  );
  get diagnostics removed = row_count;
  perform set_config('storage.allow_delete_query', '', true);
  return removed;
end
$$;
