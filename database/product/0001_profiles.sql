-- A person as the product knows them. The account itself lives in auth.users.

-- Internals of the product: no API role gets in. The platform makes the schema too; a hosted project does not.
create schema if not exists private;

-- Live updates, on Errand's own server or on a hosted project.
create function private.publish(relation regclass, owner_column name) returns void
language plpgsql set search_path = '' as $$
begin
  if to_regprocedure('realtime.watch(regclass, name)') is not null then
    perform realtime.watch(relation, owner_column);
  elsif exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    execute format('alter publication supabase_realtime add table %s', relation);
  end if;
end
$$;

create function private.stamp_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  email text,
  full_name text not null default '' check (char_length(full_name) <= 200),
  subscription_tier text not null default 'free' check (subscription_tier in ('free', 'start', 'pro', 'premium')),
  -- Mirror of the ledger, written by its trigger alone (0003_credits.sql).
  credits_used integer not null default 0 check (credits_used >= 0),
  credits_limit integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (credits_used <= credits_limit)
);
alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated, service_role;
-- A registration form may ask whether an address is taken; without a policy the answer to a visitor is always no row.
grant select on public.profiles to anon, authenticated;
grant update (full_name) on public.profiles to authenticated;
grant select on public.profiles to service_role;
create policy "people read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "people rename themselves" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create trigger stamp_update before update on public.profiles
  for each row execute function private.stamp_update();
select private.publish('public.profiles', 'id');

-- Made together with the profile.
create table public.user_settings (
  user_id uuid primary key references auth.users on delete cascade,
  answer_language text not null default 'en' check (answer_language in (
    'en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'zh', 'hi', 'ar', 'bn', 'ru', 'ja', 'pa',
    'jv', 'te', 'mr', 'ta', 'tr', 'ko', 'vi', 'ur', 'gu', 'pl', 'uk', 'fa', 'my', 'th'
  )),
  -- Over 100 completed tasks, the oldest go to the trash each night.
  remove_oldest_completed boolean not null default true,
  compact_rows boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.user_settings enable row level security;
revoke all on public.user_settings from anon, authenticated, service_role;
grant select, update (answer_language, remove_oldest_completed, compact_rows) on public.user_settings to authenticated;
grant select on public.user_settings to service_role;
create policy "people read their own settings" on public.user_settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people change their own settings" on public.user_settings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create trigger stamp_update before update on public.user_settings
  for each row execute function private.stamp_update();

-- What a person agreed to, and when. A bare user id: the record outlives the account, without the person (below).
create table public.user_consent (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  email text,
  full_name text,
  terms_accepted boolean not null,
  marketing_accepted boolean not null default false,
  ip_address text,
  accepted_at timestamptz not null default now(),
  terms_version text not null
);
alter table public.user_consent enable row level security;
revoke all on public.user_consent from anon, authenticated, service_role;
grant select on public.user_consent to authenticated, service_role;
create policy "people read their own consent" on public.user_consent
  for select to authenticated using (user_id = (select auth.uid()));
create index user_consent_user_id on public.user_consent (user_id);

create function private.follow_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end
$$;
create trigger product_follow_address after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.follow_address();

-- An erased person leaves a consent record that names nobody.
create function private.forget_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_consent set email = null, full_name = null, ip_address = null where user_id = old.id;
  return null;
end
$$;
create trigger product_forget_person after delete on auth.users
  for each row execute function private.forget_person();
