-- People, how they sign in, and their sessions. No API role has a privilege on any of these tables: only the
-- auth room reads and writes them, as the owner. Row-level security is on all the same, without a policy, so
-- that a grant made by mistake still shows no row.

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
  -- The last sign of life; the idle limit is counted from here, or from created_at.
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

-- A session's refresh tokens form one chain. Only its last token is not revoked. A token is never stored: the
-- next one is derived from the one before and `salt`, so that a client that lost an answer can be given the
-- same token again, while a copy of this table opens no session.
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

-- A sign-in that is on its way: begun by a client that keeps the verifier of `code_challenge` (PKCE).
create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code_hash bytea unique,
  auth_code_issued_at timestamptz,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  code_challenge text not null,
  authentication_method text not null,
  -- A code that comes back later ends the session that it opened: somebody has a copy of it.
  used_at timestamptz,
  session_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table auth.flow_state enable row level security;
create index flow_state_user_id on auth.flow_state (user_id);

-- What a mail or a text message carries: a link with a long token, and a short code to be typed by hand.
-- One of a kind per user: a newer message makes the older one worthless.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (token_type in (
    'confirmation_token', 'recovery_token', 'reauthentication_token',
    'email_change_token_new', 'email_change_token_current', 'phone_change_token'
  )),
  -- The address or number that it was sent to. It proves nothing about any other.
  relates_to text not null,
  link_hash bytea not null unique,
  code_hash bytea not null,
  wrong_tries smallint not null default 0,
  flow_state_id uuid references auth.flow_state on delete cascade,
  link_expires_at timestamptz not null,
  code_expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (user_id, token_type)
);
alter table auth.one_time_tokens enable row level security;
create index one_time_tokens_relates_to on auth.one_time_tokens (relates_to);
create index one_time_tokens_flow_state_id on auth.one_time_tokens (flow_state_id);

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

-- An access token is valid by its signature alone until it expires, so every process keeps the ids of the
-- sessions that ended earlier in memory and looks there on each request. This table fills that memory at the
-- start, the notification keeps it current. It is a trigger, so that no way to end a session can forget it:
-- sign-out, password change, a reused refresh token, an erased user.
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

-- Keys that this installation made for itself, where the database is its only lasting place.
create table private.platform_keys (
  id boolean primary key default true check (id),
  content jsonb not null,
  created_at timestamptz not null default now()
);
alter table private.platform_keys enable row level security;

-- The accepted attempts of the last window, per limit and subject. Logged on purpose: an unlogged table is
-- emptied when the engine restarts, and a runaway query can force that.
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
  -- The update changes little but locks the row: attempts at the same moment are counted one after the other.
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
