-- Second factors. Like all of auth: only the auth room reads and writes them, as the owner.

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text check (char_length(friendly_name) between 1 and 100),
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Sealed with a key that is not in this database: a copy of the table makes no codes.
  secret bytea,
  -- The time step whose code was taken last. Each step opens once.
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

-- One set at most: it stands for the same thing however often it is made.
create unique index mfa_factors_one_recovery_set on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

-- For the day when the telephone is gone. Hashes of 80 random bits; each code opens once.
create table auth.mfa_recovery_codes (
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);
alter table auth.mfa_recovery_codes enable row level security;

-- Keys of a device that sign in alone, without an address or a password. Only public halves are here.
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
  -- Null: a sign-in, of whoever it may be.
  user_id uuid references auth.users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
alter table auth.passkey_challenges enable row level security;
create index passkey_challenges_user_id on auth.passkey_challenges (user_id);
create index passkey_challenges_expires_at on auth.passkey_challenges (expires_at);
