-- A person as the product knows them: profile, settings, consent. The account itself is in auth.users.

-- Internals of the product: no API role may enter. The platform makes the schema too; a hosted project does not.
create schema if not exists private;

-- Publishes a table's live updates, on Errand's own server or on a hosted project.
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
-- Lets a registration form ask whether an address is taken: without a policy, a visitor always gets no row.
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

create function private.follow_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end
$$;
create trigger product_follow_address after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.follow_address();

-- Created together with the profile.
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
-- A choice made on one device takes effect on the others at once.
select private.publish('public.user_settings', 'user_id');

-- Consent records; a person's newest row holds. A bare user id: the record outlives the account, without a name.
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

-- Erases the person from their consent records.
create function private.forget_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_consent set email = null, full_name = null, ip_address = null where user_id = old.id;
  return null;
end
$$;
create trigger product_forget_person after delete on auth.users
  for each row execute function private.forget_person();

-- Withdraws a person's consent to news, or gives it again, as easily as at first. Older rows stay on file. Two rows
-- never share a moment: a computer's clock may stand still for a millisecond, or be set back, and the row read as the
-- newest would not be the one written last. Refusals that a person can cause are 409 and 429, not server failures.
-- Returns what holds now.
create function public.set_marketing_consent(accepted boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  newest public.user_consent;
begin
  if accepted is null then raise exception 'accepted: must be true or false' using errcode = '22004'; end if;
  perform private.lock_user(auth.uid());
  select * into newest from public.user_consent where user_id = auth.uid() order by accepted_at desc limit 1;
  -- Consent to news comes with the terms, not before.
  if not found then raise exception 'accept the terms first' using errcode = 'PT409'; end if;
  if newest.marketing_accepted = accepted then return accepted; end if;
  if (select count(*) from public.user_consent where user_id = auth.uid() and accepted_at > now() - interval '1 day') >= 50 then
    raise exception 'this was changed too often today' using errcode = 'PT429';
  end if;
  insert into public.user_consent
    (user_id, email, full_name, terms_accepted, marketing_accepted, ip_address, accepted_at, terms_version)
  select p.id, p.email, p.full_name, newest.terms_accepted, accepted,
         nullif(current_setting('request.ip', true), ''),
         greatest(clock_timestamp(), newest.accepted_at + interval '1 microsecond'), newest.terms_version
  from public.profiles p where p.id = auth.uid();
  return accepted;
end
$$;
revoke execute on function public.set_marketing_consent(boolean) from public, anon, service_role;
grant execute on function public.set_marketing_consent(boolean) to authenticated;
