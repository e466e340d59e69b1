-- Ways to sign in: links and codes, other services, second factors, passkeys. Only the auth room reads and writes these
-- tables, as the owner.

-- Sign-ins in progress, begun by a client that keeps the verifier of `code_challenge` (PKCE).
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
  updated_at timestamptz not null default now(),
  -- The other service's tokens, sealed, for the client that exchanges its code. They go with the flow.
  provider_tokens bytea
);
alter table auth.flow_state enable row level security;
create index flow_state_user_id on auth.flow_state (user_id);

-- Secrets sent by mail or text message: a link with a long token, and a short code to type. One of a kind per user: a
-- newer message invalidates the older one.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- `phone_token` goes to the number that an account has, `phone_change_token` to the one that it wants.
  token_type text not null check (token_type in (
    'confirmation_token', 'recovery_token', 'reauthentication_token',
    'email_change_token_new', 'email_change_token_current', 'phone_token', 'phone_change_token'
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

-- Second factors.
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text check (char_length(friendly_name) between 1 and 100),
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Sealed with a key that is not in this database: a copy of the table makes no codes.
  secret bytea,
  -- The time step of the last accepted code. Each step opens once.
  last_step bigint not null default 0,
  phone text,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table auth.mfa_factors enable row level security;
create unique index mfa_factors_name on auth.mfa_factors (user_id, friendly_name);
create index mfa_factors_user_id on auth.mfa_factors (user_id, created_at);
-- One set at most, however often it is regenerated.
create unique index mfa_factors_one_recovery_set on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  ip_address text not null,
  otp_code_hash bytea,
  wrong_tries smallint not null default 0,
  web_authn_session_data jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
alter table auth.mfa_challenges enable row level security;
create index mfa_challenges_factor_id on auth.mfa_challenges (factor_id);
create index mfa_challenges_expires_at on auth.mfa_challenges (expires_at);

-- For a lost telephone. Hashes of 80 random bits; each code opens once.
create table auth.mfa_recovery_codes (
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);
alter table auth.mfa_recovery_codes enable row level security;

-- Device keys that sign in alone, without an address or a password. Only public halves are stored.
create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text check (char_length(friendly_name) between 1 and 100),
  credential_id text not null unique,
  credential jsonb not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
alter table auth.passkeys enable row level security;
create index passkeys_user_id on auth.passkeys (user_id, created_at);

create table auth.passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  -- Null: a sign-in; the key says whose.
  user_id uuid references auth.users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
alter table auth.passkey_challenges enable row level security;
create index passkey_challenges_user_id on auth.passkey_challenges (user_id);
create index passkey_challenges_expires_at on auth.passkey_challenges (expires_at);

-- Sign-ins with other services, from the redirect there until the browser comes back. The row alone finishes none:
-- state, nonce and verifier are derived from a secret that only the browser's cookie holds.
create table auth.sign_ins_elsewhere (
  state_hash bytea primary key,
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- The signed-in user who adds this identity to their account, and their session.
  linking_user_id uuid references auth.users on delete cascade,
  linking_session_id uuid references auth.sessions on delete cascade,
  created_at timestamptz not null default now()
);
alter table auth.sign_ins_elsewhere enable row level security;
create index sign_ins_elsewhere_created_at on auth.sign_ins_elsewhere (created_at);
create index sign_ins_elsewhere_linking_user_id on auth.sign_ins_elsewhere (linking_user_id);
create index sign_ins_elsewhere_linking_session_id on auth.sign_ins_elsewhere (linking_session_id);
