-- Files of people. A name begins with its owner's id and goes on with at least 22 random characters (128 bits), so
-- that it can neither be guessed nor clash; what the file was called is metadata. Both buckets are private: every
-- look at a file is asked of these policies, or was when its link was signed.

insert into storage.buckets (id, name, public, file_size_limit) values
  ('task-attachments', 'task-attachments', false, 10 * 1024 * 1024),
  ('ai-outputs', 'ai-outputs', false, 10 * 1024 * 1024)
on conflict (id) do nothing;

-- Whether a name is of the form that this person's files have.
create function private.is_own_file_name(name text, person uuid) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(name ~ ('^' || person::text || '/[A-Za-z0-9_-]{22,100}\.[A-Za-z0-9]{1,10}$'), false)
$$;

-- What one person may keep (1 GB) and add within an hour (200 files): whether `bytes` more would fit under this name.
-- Runs with its owner's rights: the caller asks from inside a policy on the very table that it counts. Names are kept
-- in byte order, so a person is a range.
create function private.has_room_for_file(new_name text, bytes bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(sum((metadata ->> 'size')::bigint), 0) + bytes <= 1024 ^ 3
    and count(*) filter (where created_at > now() - interval '1 hour') < 200
  from storage.objects
  where bucket_id = 'task-attachments' and name <> new_name
    and name >= split_part(new_name, '/', 1) || '/' and name < split_part(new_name, '/', 1) || '0'
$$;

grant execute on function private.is_own_file_name(text, uuid), private.has_room_for_file(text, bigint) to authenticated;

-- The policy below is asked before the transfer, or when an upload link is signed: any number of uploads may have been
-- let in by then. So it is asked again of each finished one, which the server writes, one person's one after the other.
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

-- An erased account leaves no file: the rows go now, and every link with them; the sweep removes the bytes.
create function private.remove_files_of_erased_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id in ('task-attachments', 'ai-outputs')
    and name >= old.id::text || '/' and name < old.id::text || '0';
  perform set_config('storage.allow_delete_query', '', true);
  return null;
end
$$;
create trigger remove_files_of_erased_user after delete on auth.users
  for each row execute function private.remove_files_of_erased_user();
