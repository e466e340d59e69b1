-- People, their identities and their sessions. No API role has a privilege on any of these tables: only the auth room
-- reads and writes them, as the owner. Row-level security is on all the same, without a policy, so that a grant made by
-- mistake still shows no row.

create table auth.users (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text check (char_length(email) <= 255 and email = lower(email)),
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  -- Seeds and apps written for this schema name the token columns. They stay empty: a token is kept
  -- only as a hash, in auth.one_time_tokens.
  confirmation_token text,
  confirmation_sent_at timestamptz,
  recovery_token text,
  recovery_sent_at timestamptz,
  email_change_token_new text,
  email_change_token_current text,
  email_change text,
  email_change_sent_at timestamptz,
  email_change_confirm_status smallint not null default 0 check (email_change_confirm_status between 0 and 2),
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb default '{}',
  raw_user_meta_data jsonb default '{}',
  is_super_admin boolean,
  phone text unique,
  phone_confirmed_at timestamptz,
  phone_change text,
  phone_change_token text,
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  banned_until timestamptz,
  reauthentication_token text,
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
alter table auth.users enable row level security;
-- A company's identity provider may bring an address that somebody already registered here.
create unique index users_email_key on auth.users (email) where not is_sso_user;
create index users_created_at on auth.users (created_at, id);
-- Finds a repeated request for a change of number.
create index users_phone_change on auth.users (phone_change) where phone_change is not null;

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  -- The person's id at the provider. An identity is found by this pair and never by its address.
  provider_id text not null,
  identity_data jsonb not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
alter table auth.identities enable row level security;
create index identities_user_id on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  factor_id uuid,
  -- The absolute limit. Null: none.
  not_after timestamptz,
  -- The last use; the idle limit counts from here, or from created_at.
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  tag text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table auth.sessions enable row level security;
create index sessions_user_id on auth.sessions (user_id);

create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);
alter table auth.mfa_amr_claims enable row level security;

-- A session's refresh tokens form one chain, and only the last is not revoked. A token is never stored: the next one is
-- derived from its predecessor and `salt`. So a client that lost an answer can get the same token again, while a copy
-- of this table opens no session.
create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  token_hash bytea not null unique,
  salt bytea not null,
  parent_id bigint references auth.refresh_tokens on delete cascade,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
alter table auth.refresh_tokens enable row level security;
create index refresh_tokens_user_id on auth.refresh_tokens (user_id);
create index refresh_tokens_parent_id on auth.refresh_tokens (parent_id);
create index refresh_tokens_session_id on auth.refresh_tokens (session_id, id);
-- Two refreshes at the same moment cannot leave two living tokens behind.
create unique index refresh_tokens_one_active on auth.refresh_tokens (session_id) where revoked_at is null;

-- Who did what, when, from where, with what outcome. Ids only, no names and no addresses.
create table auth.audit_log_entries (
  id uuid primary key default gen_random_uuid(),
  payload jsonb not null,
  ip_address text not null default '',
  created_at timestamptz not null default now()
);
alter table auth.audit_log_entries enable row level security;
create index audit_log_entries_created_at on auth.audit_log_entries (created_at);

create function auth.keep_audit_log() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '90 days' then return old; end if;
  raise exception 'the audit log is append-only' using errcode = '42501';
end
$$;
create trigger keep_audit_log before update or delete on auth.audit_log_entries
  for each row execute function auth.keep_audit_log();

-- Sessions that ended while an access token may still be valid by its signature. Every process keeps these ids in
-- memory and checks each request against them: this table fills the memory at the start, the notification keeps it
-- current. A trigger writes it, so that no way to end a session can forget it: sign-out, password change, a reused
-- refresh token, an erased user.
create table auth.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default now()
);
alter table auth.ended_sessions enable row level security;
create index ended_sessions_ended_at on auth.ended_sessions (ended_at);

create function auth.announce_ended_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into auth.ended_sessions (session_id) values (old.id) on conflict do nothing;
  perform pg_notify('auth_ended_sessions', old.id::text);
  return null;
end
$$;
create trigger announce_ended_session after delete on auth.sessions
  for each row execute function auth.announce_ended_session();

create function auth.end_sessions_of_barred_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$$;
create trigger end_sessions_of_barred_user after update of banned_until, deleted_at on auth.users
  for each row when (new.banned_until > now() or new.deleted_at is not null)
  execute function auth.end_sessions_of_barred_user();

-- Locks an account and asserts that its password, checked before, still holds. Raises AU001 when the account has been
-- changed, barred or deleted since.
create function auth.lock_as_checked(checked uuid, checked_password text, at timestamptz)
returns void language plpgsql set search_path = '' as $$
begin
  -- After waiting for a concurrent change, PostgreSQL evaluates the condition again on the changed row.
  perform from auth.users
    where id = checked and encrypted_password is not distinct from checked_password and deleted_at is null
      and (banned_until is null or banned_until <= at)
    for no key update;
  if not found then
    raise exception 'the account was changed while its password was checked' using errcode = 'AU001';
  end if;
end
$$;
