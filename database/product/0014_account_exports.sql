-- Archives of everything that belongs to a person: requested by them, made in the background, deleted after a day.

create table public.account_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'ready', 'failed')),
  attempts integer not null default 0,
  files_total integer not null default 0,
  files_done integer not null default 0 check (files_done <= files_total),
  -- The archive's name in the private bucket account-exports.
  path text not null unique,
  size bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  check ((status = 'ready') = (expires_at is not null))
);
alter table public.account_exports enable row level security;
revoke all on public.account_exports from anon, authenticated, service_role;
grant select on public.account_exports to authenticated, service_role;
create policy "people see their own exports" on public.account_exports
  for select to authenticated using (user_id = (select auth.uid()));
create index account_exports_newest_first on public.account_exports (user_id, created_at desc);
create unique index account_exports_one_at_work on public.account_exports (user_id)
  where status in ('queued', 'running');
select private.publish('public.account_exports', 'user_id');

insert into storage.buckets (id, name, public) values ('account-exports', 'account-exports', false)
on conflict (id) do nothing;
create policy "people fetch their own archives" on storage.objects for select to authenticated
  using (
    bucket_id = 'account-exports' and exists (
      select from public.account_exports e
      where e.path = name and e.user_id = (select auth.uid()) and e.expires_at > now())
  );

-- Removes expired archives, and fails exports that nobody works on any more. Returns the number of objects.
create function private.remove_old_exports() returns integer
language plpgsql set search_path = '' as $$
declare
  removed integer;
begin
  delete from public.account_exports
  where expires_at <= now() or (status = 'failed' and created_at < now() - interval '7 days');
  update public.account_exports set status = 'failed', finished_at = now()
  where status in ('queued', 'running') and created_at < now() - interval '1 day';
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.bucket_id = 'account-exports'
    and not exists (select from public.account_exports e where e.path = o.name and e.status <> 'failed');
  get diagnostics removed = row_count;
  perform set_config('storage.allow_delete_query', '', true);
  return removed;
end
$$;

-- Returns the export in progress for this person, or a new one, which replaces older archives.
create function private.begin_export(owner uuid, random_name text, out export public.account_exports, out is_new boolean)
language plpgsql set search_path = '' as $$
begin
  perform private.lock_user(owner);
  select * into export from public.account_exports e
  where e.user_id = owner and e.status in ('queued', 'running');
  is_new := not found;
  if not is_new then return; end if;
  delete from public.account_exports where user_id = owner;
  perform private.remove_old_exports();
  insert into public.account_exports (user_id, path) values (owner, owner || '/' || random_name || '.zip')
  returning * into export;
end
$$;
