-- Roles that requests run as, and the schemas of the platform. Roles belong to the whole server, so two
-- databases may create them at the same moment: losing that race is no error.
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
-- Journals, sources, outbox, audit: no API role ever gets in here.
create schema private;

revoke all on schema public from public;
grant usage on schema public, auth, storage, realtime to anon, authenticated, service_role;

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
