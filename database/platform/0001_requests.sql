-- Needed by every request: roles and schemas, the caller's claims, keys, and limits on time and attempts.

-- Roles belong to the whole server: two databases may create them at the same moment, and losing that race is no error.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin noinherit', wanted);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
  begin
    alter role service_role bypassrls;
  exception when insufficient_privilege then
    raise exception 'the database user must be allowed to create roles with BYPASSRLS (a superuser, or an admin of service_role)';
  when others then
    if sqlstate <> 'XX000' then raise; end if; -- "tuple concurrently updated": another database sets the same flag
  end;
end
$$;

grant anon, authenticated, service_role to current_user;

create schema auth;
create schema storage;
create schema realtime;
-- Functions that the data API calls for itself.
create schema rest;
-- Journals, sources, outbox, audit: no API role may enter.
create schema private;

revoke all on schema public from public;
grant usage on schema public, auth, storage, realtime, rest to anon, authenticated, service_role;

-- PostgreSQL lets everybody execute a new function. Here a function is callable only where its own file says so.
alter default privileges revoke execute on functions from public;

create function auth.jwt() returns jsonb language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

create function auth.uid() returns uuid language sql stable set search_path = '' as $$
  select nullif(coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), auth.jwt() ->> 'sub'), '')::uuid
$$;

create function auth.role() returns text language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''), auth.jwt() ->> 'role')
$$;

create function auth.email() returns text language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''), auth.jwt() ->> 'email')
$$;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

-- Ends a statement that runs for too long, at the next row it comes to: the data API adds "there is time left, or …" to
-- its conditions. PGlite checks no timeout, and restarting its engine makes everybody wait. The low declared cost makes
-- the planner evaluate it before expensive conditions.
create function rest.out_of_time() returns boolean
language plpgsql parallel safe cost 0.01 set search_path = '' as $$
begin
  raise exception 'the statement took longer than it may'
    using errcode = 'query_canceled', hint = 'Ask for fewer rows or relations, or write in smaller steps.';
end
$$;
grant execute on function rest.out_of_time() to anon, authenticated, service_role;

-- Keys that this installation generated for itself, where the database is its only durable storage.
create table private.platform_keys (
  id boolean primary key default true check (id),
  content jsonb not null,
  created_at timestamptz not null default now()
);
alter table private.platform_keys enable row level security;

-- The accepted attempts of the last window, per limit and subject. Logged on purpose: an unlogged table is emptied when
-- the engine restarts, and a runaway query can force that.
create table private.rate_limits (
  key text primary key,
  hits timestamptz[] not null,
  expires_at timestamptz not null
);
alter table private.rate_limits enable row level security;
create index rate_limits_expires_at on private.rate_limits (expires_at);

-- Takes one attempt and returns 0, or returns the whole seconds to wait. `at` is the caller's clock.
create function private.take_hit(subject text, allowed integer, seconds integer, at timestamptz)
returns integer language plpgsql set search_path = '' as $$
declare
  span constant interval := make_interval(secs => seconds);
  recent timestamptz[];
begin
  -- The update locks the row: concurrent attempts are counted one after the other.
  insert into private.rate_limits as kept (key, hits, expires_at) values (subject, '{}', at + span)
    on conflict (key) do update set expires_at = excluded.expires_at
    returning kept.hits into recent;
  recent := array(select hit from unnest(recent) hit where hit > at - span order by hit);
  if cardinality(recent) >= allowed then
    return greatest(1, ceil(extract(epoch from recent[cardinality(recent) - allowed + 1] + span - at)));
  end if;
  update private.rate_limits set hits = recent || at where key = subject;
  return 0;
end
$$;

-- Takes one attempt of each subject, in order, until one has none left. Returns 0, or the whole seconds until that
-- subject has one again. A sign-in checks all its limits in one round trip.
create function private.take_hits(subjects text[], allowed integer[], seconds integer[], at timestamptz)
returns integer language plpgsql set search_path = '' as $$
declare
  wait integer := 0;
begin
  for place in 1 .. cardinality(subjects) loop
    wait := private.take_hit(subjects[place], allowed[place], seconds[place], at);
    exit when wait > 0;
  end loop;
  return wait;
end
$$;
