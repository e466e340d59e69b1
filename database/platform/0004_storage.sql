-- Buckets and objects. Row-level security on these tables decides who may list, read, write and delete files; the bytes
-- lie in the object store under the object's version, never under its name.

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  type text not null default 'STANDARD',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table storage.buckets enable row level security;
-- A grant without a policy opens nothing, and one careless policy later it opens everything: buckets are made, changed
-- and removed by accounts only. A visitor sees those that a policy shows.
grant select on storage.buckets to anon;
grant select, insert, update, delete on storage.buckets to authenticated, service_role;

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  -- Byte order makes a prefix a range of the index, and listing the same on every server.
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  version text,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  unique (bucket_id, name)
);
alter table storage.objects enable row level security;
grant select on storage.objects to anon;
grant select, insert, update, delete on storage.objects to authenticated, service_role;

create function storage.foldername(name text) returns text[] language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[1:array_length(string_to_array(name, '/'), 1) - 1]
$$;

create function storage.filename(name text) returns text language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;

create function storage.extension(name text) returns text language sql immutable set search_path = '' as $$
  select coalesce(substring(storage.filename(name) from '\.([^.]*)$'), '')
$$;

-- The storage API's call that a policy is evaluated for, such as `storage.object.upload`.
create function storage.operation() returns text language sql stable set search_path = '' as $$
  select nullif(current_setting('storage.operation', true), '')
$$;

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text), storage.operation()
  to anon, authenticated, service_role;

create function storage.touch() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger touch before update on storage.buckets for each row execute function storage.touch();
create trigger touch before update on storage.objects for each row execute function storage.touch();

-- Refuses deletions that bypass the API: they would leave the caller believing that the file is gone while a signed
-- link is still being served. Code that means it says `set_config('storage.allow_delete_query', 'true', true)`.
create function storage.refuse_direct_delete() returns trigger language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end
$$;
create trigger refuse_direct_delete before delete on storage.buckets
  for each statement execute function storage.refuse_direct_delete();
create trigger refuse_direct_delete before delete on storage.objects
  for each statement execute function storage.refuse_direct_delete();

-- Versions in the object store without a row: uploads in progress, and replaced or deleted files. The sweep removes
-- them, so that neither a crash between two steps nor a deletion by SQL leaves a file behind.
create table storage.loose_blobs (
  version text primary key,
  since timestamptz not null default now()
);
alter table storage.loose_blobs enable row level security;

-- Runs with its owner's rights: the caller may change objects, never this list.
create function storage.track_blob() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.version is not null
    and (tg_op = 'DELETE' or new.version is distinct from old.version) then
    insert into storage.loose_blobs (version, since) values (old.version, now())
    on conflict (version) do nothing;
  end if;
  if tg_op <> 'DELETE' and new.version is not null then
    delete from storage.loose_blobs where version = new.version;
  end if;
  return null;
end
$$;
create trigger track_blob after insert or update of version or delete on storage.objects
  for each row execute function storage.track_blob();
