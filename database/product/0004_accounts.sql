-- The life of an account: opened with its profile, first credits and consent record, its sessions listed, and erased.

-- Opens an account, all at once and only once. The welcome grant has one source per person, whatever the amount: 15 and
-- 10 can never add up.
create function private.open_account(
  owner uuid, welcome integer, marketing_accepted boolean, ip_address text
) returns boolean
language plpgsql set search_path = '' as $$
declare
  person record;
begin
  select u.email, left(coalesce(u.raw_user_meta_data ->> 'full_name', u.raw_user_meta_data ->> 'name', ''), 200) as full_name
  into person from auth.users u where u.id = owner
  -- Before the user lock: deleting an account locks this row first, then takes the user lock.
  for key share;
  if not found then return false; end if;
  perform private.lock_user(owner);
  insert into public.profiles (id, email, full_name) values (owner, person.email, person.full_name)
  on conflict (id) do nothing;
  if not found then return false; end if;
  insert into public.user_settings (user_id) values (owner) on conflict (user_id) do nothing;
  perform private.grant_credits(owner, 'welcome', welcome, null, 'welcome', owner::text);
  insert into public.user_consent (user_id, email, full_name, terms_accepted, marketing_accepted, ip_address, terms_version)
  values (owner, person.email, person.full_name, true, coalesce(open_account.marketing_accepted, false),
          open_account.ip_address, '1.0');
  return true;
end
$$;

create function private.open_account_at_sign_up() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.open_account(
    new.id, 15, new.raw_user_meta_data -> 'marketing_accepted' = 'true'::jsonb,
    nullif(current_setting('request.ip', true), ''));
  return null;
end
$$;
-- The registration form promises 15 credits, and always sends a password. Anybody who asks for a one-time code can send
-- the same metadata: such accounts, like all that sign up another way, accept the terms at their first sign-in.
create trigger product_open_account after insert on auth.users
  for each row when (
    new.raw_user_meta_data -> 'terms_accepted' = 'true'::jsonb and new.encrypted_password is not null
    and not new.is_anonymous)
  execute function private.open_account_at_sign_up();

-- Only a person who has proved an address, a phone number or a social account may spend credits.
create function private.is_verified(owner uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.users u
    where u.id = owner and (
      u.email_confirmed_at is not null or u.phone_confirmed_at is not null
      or exists (select from auth.identities i where i.user_id = owner and i.provider not in ('email', 'phone'))
    )
  )
$$;

-- Lists the caller's sessions, the most recently used first. A session in use is refreshed about once an hour:
-- `last_used_at` is that old at most.
create function public.list_sessions()
returns table (
  session_id uuid, signed_in_at timestamptz, last_used_at timestamptz, user_agent text, ip_address text, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, coalesce(s.refreshed_at::timestamptz, s.created_at), s.user_agent, host(s.ip),
         s.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by 6 desc, 3 desc, 1
$$;
revoke execute on function public.list_sessions() from public, anon, service_role;
grant execute on function public.list_sessions() to authenticated;

-- Ends one of the caller's sessions: from then on its tokens are refused and its live connections closed. False: the
-- caller has no session with this id (any more).
create function public.end_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = auth.uid();
  if not found then return false; end if;
  insert into auth.audit_log_entries (id, payload, ip_address, created_at) values (
    gen_random_uuid(), jsonb_build_object('action', 'logout', 'actor_id', auth.uid()),
    coalesce(current_setting('request.ip', true), ''), now());
  return true;
end
$$;
revoke execute on function public.end_session(uuid) from public, anon, service_role;
grant execute on function public.end_session(uuid) to authenticated;

-- Erased accounts, and when. A backup from before would bring them back: after a restore, this list says whom to erase
-- again. The program keeps a copy outside of the database. The id alone, which the books keep too.
create table private.erased_accounts (
  user_id uuid primary key,
  erased_at timestamptz not null default now()
);
alter table private.erased_accounts enable row level security;

-- A trigger, so that no way to remove an account can forget it.
create function private.note_erased_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.erased_accounts (user_id) values (old.id)
  on conflict (user_id) do update set erased_at = excluded.erased_at;
  perform pg_notify('account_erased', old.id::text);
  return null;
end
$$;
create trigger note_erased_account after delete on auth.users
  for each row execute function private.note_erased_account();

-- Erases a person: ends their runs and sessions, and deletes the account with everything that references it. The ledger
-- and the consent record stay, without a name. False: there is no such account.
create function private.erase_account(owner uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  -- Before the user lock, in the order of open_account.
  perform from auth.users where id = owner for update;
  if not found then return false; end if;
  perform private.lock_user(owner);
  perform private.cancel_locked_run(r.id)
  from public.ai_runs r where r.user_id = owner and r.status in ('queued', 'running');
  delete from auth.sessions where user_id = owner;
  delete from auth.users where id = owner;
  delete from private.user_locks where user_id = owner;
  return true;
end
$$;
