-- Files of people: buckets, policies, and which task has which file. A name begins with its owner's id and goes on with
-- at least 22 random characters (128 bits), so that it can neither be guessed nor clash; the file's own name is
-- metadata. The buckets are private: every access is checked against these policies, or was when its link was signed.

insert into storage.buckets (id, name, public, file_size_limit) values
  ('task-attachments', 'task-attachments', false, 10 * 1024 * 1024),
  ('ai-outputs', 'ai-outputs', false, 10 * 1024 * 1024)
on conflict (id) do nothing;

-- Whether a name has the form of this person's files.
create function private.is_own_file_name(name text, person uuid) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(name ~ ('^' || person::text || '/[A-Za-z0-9_-]{22,100}\.[A-Za-z0-9]{1,10}$'), false)
$$;

-- Whether `bytes` more would fit under this name into what a person may keep (1 GB) and add within an hour (200 files).
-- Runs with its owner's rights: a policy on the very table that it counts calls it. Names are kept in byte order, so a
-- person is a range.
create function private.has_room_for_file(new_name text, bytes bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(sum((metadata ->> 'size')::bigint), 0) + bytes <= 1024 ^ 3
    and count(*) filter (where created_at > now() - interval '1 hour') < 200
  from storage.objects
  where bucket_id = 'task-attachments' and name <> new_name
    and name >= split_part(new_name, '/', 1) || '/' and name < split_part(new_name, '/', 1) || '0'
$$;

grant execute on function private.is_own_file_name(text, uuid), private.has_room_for_file(text, bigint) to authenticated;

-- Checks the room again for each finished upload, which the server writes, one at a time per person. The policy below
-- is evaluated before the transfer, or when an upload link is signed: it may have let any number of uploads in by then.
create function private.check_room_for_file() returns trigger
language plpgsql set search_path = '' as $$
begin
  if auth.uid() is not null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('files of ' || split_part(new.name, '/', 1), 0));
  if not private.has_room_for_file(new.name, coalesce((new.metadata ->> 'size')::bigint, 0)) then
    raise exception 'there is no room for another file: 1 GB in all, 200 within an hour' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger check_room before insert on storage.objects
  for each row when (new.bucket_id = 'task-attachments') execute function private.check_room_for_file();

create policy "people see their own files" on storage.objects for select to authenticated
  using (bucket_id in ('task-attachments', 'ai-outputs') and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people add files under their own id" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'task-attachments'
    and private.is_own_file_name(name, (select auth.uid()))
    and private.has_room_for_file(name, 1)
  );

create policy "people replace and rename their own attachments" on storage.objects for update to authenticated
  using (bucket_id = 'task-attachments' and private.is_own_file_name(name, (select auth.uid())))
  with check (bucket_id = 'task-attachments' and private.is_own_file_name(name, (select auth.uid())));

create policy "people remove their own attachments" on storage.objects for delete to authenticated
  using (bucket_id = 'task-attachments' and private.is_own_file_name(name, (select auth.uid())));

-- Deletes the rows of an erased account's files, and every link with them; the sweep removes the bytes.
create function private.remove_files_of_erased_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id in ('task-attachments', 'ai-outputs', 'account-exports')
    and name >= old.id::text || '/' and name < old.id::text || '0';
  perform set_config('storage.allow_delete_query', '', true);
  return null;
end
$$;
create trigger remove_files_of_erased_user after delete on auth.users
  for each row execute function private.remove_files_of_erased_user();

-- The files of each task: attached to it, or made for it by runs. The bytes lie in storage; a file without a row here
-- is a leftover. No foreign key to the task: a task in the trash keeps its files. They go when it is in neither place.
create table public.task_files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  task_id uuid not null,
  -- The run that made it; null for what was attached.
  run_id uuid,
  bucket text not null check (bucket = case when run_id is null then 'task-attachments' else 'ai-outputs' end),
  path text not null,
  -- The name that people see.
  name text not null,
  -- Detected from its content.
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

-- Deletes the rows of tasks that are gone for good, and then the objects older than `age` that no task has: uploads of
-- an abandoned form, and files that a killed worker had stored. Returns the number of objects.
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
