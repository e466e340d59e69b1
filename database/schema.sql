-- The database after all migrations, read from its catalogue. Made by tools/dump-schema.ts: do not edit.
-- Owners and their own rights are left out.

-- ==============================================================================================================
-- auth

create schema auth;
grant usage on schema auth to anon, authenticated, service_role;

create table auth.audit_log_entries (
  id uuid not null default gen_random_uuid(),
  payload jsonb not null,
  ip_address text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint audit_log_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_entries_created_at ON auth.audit_log_entries USING btree (created_at);
CREATE TRIGGER keep_audit_log BEFORE DELETE OR UPDATE ON auth.audit_log_entries FOR EACH ROW EXECUTE FUNCTION auth.keep_audit_log();
alter table auth.audit_log_entries enable row level security;

create table auth.ended_sessions (
  session_id uuid not null,
  ended_at timestamp with time zone not null default now(),
  constraint ended_sessions_pkey PRIMARY KEY (session_id)
);
CREATE INDEX ended_sessions_ended_at ON auth.ended_sessions USING btree (ended_at);
alter table auth.ended_sessions enable row level security;

create table auth.flow_state (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  auth_code_hash bytea,
  auth_code_issued_at timestamp with time zone,
  code_challenge_method text not null,
  code_challenge text not null,
  authentication_method text not null,
  used_at timestamp with time zone,
  session_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  provider_tokens bytea,
  constraint flow_state_pkey PRIMARY KEY (id),
  constraint flow_state_auth_code_hash_key UNIQUE (auth_code_hash),
  constraint flow_state_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint flow_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX flow_state_user_id ON auth.flow_state USING btree (user_id);
alter table auth.flow_state enable row level security;

create table auth.identities (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  email text generated always as (lower((identity_data ->> 'email'::text))) stored,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_provider_provider_id_key UNIQUE (provider, provider_id),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX identities_user_id ON auth.identities USING btree (user_id);
alter table auth.identities enable row level security;

create table auth.mfa_amr_claims (
  id uuid not null default gen_random_uuid(),
  session_id uuid not null,
  authentication_method text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint mfa_amr_claims_pkey PRIMARY KEY (id),
  constraint mfa_amr_claims_session_id_authentication_method_key UNIQUE (session_id, authentication_method),
  constraint mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
alter table auth.mfa_amr_claims enable row level security;

create table auth.mfa_challenges (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  ip_address text not null,
  otp_code_hash bytea,
  wrong_tries smallint not null default 0,
  web_authn_session_data jsonb,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint mfa_challenges_pkey PRIMARY KEY (id),
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
);
CREATE INDEX mfa_challenges_expires_at ON auth.mfa_challenges USING btree (expires_at);
CREATE INDEX mfa_challenges_factor_id ON auth.mfa_challenges USING btree (factor_id);
alter table auth.mfa_challenges enable row level security;

create table auth.mfa_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  friendly_name text,
  factor_type text not null,
  status text not null default 'unverified'::text,
  secret bytea,
  last_step bigint not null default 0,
  phone text,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_challenged_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factors_factor_type_check CHECK ((factor_type = ANY (ARRAY['totp'::text, 'phone'::text, 'webauthn'::text, 'recovery_code'::text]))),
  constraint mfa_factors_friendly_name_check CHECK (((char_length(friendly_name) >= 1) AND (char_length(friendly_name) <= 100))),
  constraint mfa_factors_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text]))),
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mfa_factors_name ON auth.mfa_factors USING btree (user_id, friendly_name);
CREATE UNIQUE INDEX mfa_factors_one_recovery_set ON auth.mfa_factors USING btree (user_id) WHERE (factor_type = 'recovery_code'::text);
CREATE INDEX mfa_factors_user_id ON auth.mfa_factors USING btree (user_id, created_at);
alter table auth.mfa_factors enable row level security;

create table auth.mfa_recovery_codes (
  factor_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint mfa_recovery_codes_pkey PRIMARY KEY (factor_id, code_hash),
  constraint mfa_recovery_codes_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
);
alter table auth.mfa_recovery_codes enable row level security;

create table auth.one_time_tokens (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token_type text not null,
  relates_to text not null,
  link_hash bytea not null,
  code_hash bytea not null,
  wrong_tries smallint not null default 0,
  flow_state_id uuid,
  link_expires_at timestamp with time zone not null,
  code_expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_link_hash_key UNIQUE (link_hash),
  constraint one_time_tokens_user_id_token_type_key UNIQUE (user_id, token_type),
  constraint one_time_tokens_token_type_check CHECK ((token_type = ANY (ARRAY['confirmation_token'::text, 'recovery_token'::text, 'reauthentication_token'::text, 'email_change_token_new'::text, 'email_change_token_current'::text, 'phone_token'::text, 'phone_change_token'::text]))),
  constraint one_time_tokens_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_state(id) ON DELETE CASCADE,
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_tokens_flow_state_id ON auth.one_time_tokens USING btree (flow_state_id);
CREATE INDEX one_time_tokens_relates_to ON auth.one_time_tokens USING btree (relates_to);
alter table auth.one_time_tokens enable row level security;

create table auth.passkey_challenges (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_expires_at ON auth.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_user_id ON auth.passkey_challenges USING btree (user_id);
alter table auth.passkey_challenges enable row level security;

create table auth.passkeys (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  friendly_name text,
  credential_id text not null,
  credential jsonb not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_friendly_name_check CHECK (((char_length(friendly_name) >= 1) AND (char_length(friendly_name) <= 100))),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user_id ON auth.passkeys USING btree (user_id, created_at);
alter table auth.passkeys enable row level security;

create table auth.refresh_tokens (
  id bigint not null generated always as identity,
  session_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  salt bytea not null,
  parent_id bigint,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint refresh_tokens_pkey PRIMARY KEY (id),
  constraint refresh_tokens_token_hash_key UNIQUE (token_hash),
  constraint refresh_tokens_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES auth.refresh_tokens(id) ON DELETE CASCADE,
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint refresh_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX refresh_tokens_one_active ON auth.refresh_tokens USING btree (session_id) WHERE (revoked_at IS NULL);
CREATE INDEX refresh_tokens_parent_id ON auth.refresh_tokens USING btree (parent_id);
CREATE INDEX refresh_tokens_session_id ON auth.refresh_tokens USING btree (session_id, id);
CREATE INDEX refresh_tokens_user_id ON auth.refresh_tokens USING btree (user_id);
alter table auth.refresh_tokens enable row level security;

create table auth.sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  aal text not null default 'aal1'::text,
  factor_id uuid,
  not_after timestamp with time zone,
  refreshed_at timestamp with time zone,
  user_agent text,
  ip inet,
  tag text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text, 'aal3'::text]))),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user_id ON auth.sessions USING btree (user_id);
CREATE TRIGGER announce_ended_session AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION auth.announce_ended_session();
alter table auth.sessions enable row level security;

create table auth.sign_ins_elsewhere (
  state_hash bytea not null,
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text,
  linking_user_id uuid,
  linking_session_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint sign_ins_elsewhere_pkey PRIMARY KEY (state_hash),
  constraint sign_ins_elsewhere_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint sign_ins_elsewhere_linking_session_id_fkey FOREIGN KEY (linking_session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint sign_ins_elsewhere_linking_user_id_fkey FOREIGN KEY (linking_user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX sign_ins_elsewhere_created_at ON auth.sign_ins_elsewhere USING btree (created_at);
CREATE INDEX sign_ins_elsewhere_linking_session_id ON auth.sign_ins_elsewhere USING btree (linking_session_id);
CREATE INDEX sign_ins_elsewhere_linking_user_id ON auth.sign_ins_elsewhere USING btree (linking_user_id);
alter table auth.sign_ins_elsewhere enable row level security;

create table auth.users (
  instance_id uuid,
  id uuid not null default gen_random_uuid(),
  aud text not null default 'authenticated'::text,
  role text not null default 'authenticated'::text,
  email text,
  encrypted_password text,
  email_confirmed_at timestamp with time zone,
  invited_at timestamp with time zone,
  confirmation_token text,
  confirmation_sent_at timestamp with time zone,
  recovery_token text,
  recovery_sent_at timestamp with time zone,
  email_change_token_new text,
  email_change_token_current text,
  email_change text,
  email_change_sent_at timestamp with time zone,
  email_change_confirm_status smallint not null default 0,
  last_sign_in_at timestamp with time zone,
  raw_app_meta_data jsonb default '{}'::jsonb,
  raw_user_meta_data jsonb default '{}'::jsonb,
  is_super_admin boolean,
  phone text,
  phone_confirmed_at timestamp with time zone,
  phone_change text,
  phone_change_token text,
  phone_change_sent_at timestamp with time zone,
  confirmed_at timestamp with time zone generated always as (LEAST(email_confirmed_at, phone_confirmed_at)) stored,
  banned_until timestamp with time zone,
  reauthentication_token text,
  reauthentication_sent_at timestamp with time zone,
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_phone_key UNIQUE (phone),
  constraint users_email_change_confirm_status_check CHECK (((email_change_confirm_status >= 0) AND (email_change_confirm_status <= 2))),
  constraint users_email_check CHECK (((char_length(email) <= 255) AND (email = lower(email))))
);
CREATE INDEX users_created_at ON auth.users USING btree (created_at, id);
CREATE UNIQUE INDEX users_email_key ON auth.users USING btree (email) WHERE (NOT is_sso_user);
CREATE INDEX users_phone_change ON auth.users USING btree (phone_change) WHERE (phone_change IS NOT NULL);
CREATE TRIGGER end_sessions_of_barred_user AFTER UPDATE OF banned_until, deleted_at ON auth.users FOR EACH ROW WHEN (((new.banned_until > now()) OR (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION auth.end_sessions_of_barred_user();
CREATE TRIGGER keep_spent_welcome BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.keep_spent_welcome();
CREATE TRIGGER note_erased_account AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.note_erased_account();
CREATE TRIGGER product_follow_address AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN ((old.email IS DISTINCT FROM new.email)) EXECUTE FUNCTION private.follow_address();
CREATE TRIGGER product_forget_person AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.forget_person();
CREATE TRIGGER product_open_account AFTER INSERT ON auth.users FOR EACH ROW WHEN ((((new.raw_user_meta_data -> 'terms_accepted'::text) = 'true'::jsonb) AND (new.encrypted_password IS NOT NULL) AND (NOT new.is_anonymous))) EXECUTE FUNCTION private.open_account_at_sign_up();
CREATE TRIGGER remove_files_of_erased_user AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.remove_files_of_erased_user();
alter table auth.users enable row level security;

CREATE OR REPLACE FUNCTION auth.announce_ended_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into auth.ended_sessions (session_id) values (old.id) on conflict do nothing;
  perform pg_notify('auth_ended_sessions', old.id::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION auth.email()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''), auth.jwt() ->> 'email')
$function$;
grant execute on function auth.email() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.end_sessions_of_barred_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$function$;
grant execute on function auth.jwt() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.keep_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '90 days' then return old; end if;
  raise exception 'the audit log is append-only' using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION auth.lock_as_checked(checked uuid, checked_password text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''), auth.jwt() ->> 'role')
$function$;
grant execute on function auth.role() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), auth.jwt() ->> 'sub'), '')::uuid
$function$;
grant execute on function auth.uid() to anon, authenticated, service_role;

-- ==============================================================================================================
-- private

create schema private;

create table private.ai_spending (
  day date not null,
  owner uuid not null,
  usd numeric not null default 0,
  cancelled_unpaid integer not null default 0,
  broken_contracts integer not null default 0,
  constraint ai_spending_pkey PRIMARY KEY (day, owner)
);
alter table private.ai_spending enable row level security;

create table private.charged_runs (
  run_id uuid not null,
  task_id uuid not null,
  ai_task_type text not null,
  slip_number integer,
  constraint charged_runs_pkey PRIMARY KEY (run_id)
);
alter table private.charged_runs enable row level security;

create table private.checkout_orders (
  account text not null,
  checkout_ref text not null,
  user_id uuid not null,
  item text not null,
  price_ref text not null,
  cents integer not null,
  currency text not null,
  credits integer not null,
  opened_at timestamp with time zone not null default clock_timestamp(),
  closed_at timestamp with time zone,
  constraint checkout_orders_pkey PRIMARY KEY (account, checkout_ref),
  constraint checkout_orders_account_check CHECK ((account = ANY (ARRAY['local'::text, 'stripe_test'::text, 'stripe_live'::text]))),
  constraint checkout_orders_cents_check CHECK ((cents >= 0)),
  constraint checkout_orders_credits_check CHECK ((credits > 0))
);
CREATE INDEX checkout_orders_user_id ON private.checkout_orders USING btree (user_id);
alter table private.checkout_orders enable row level security;

create table private.credit_balances (
  grant_id uuid not null,
  user_id uuid not null,
  granted integer not null,
  spent integer not null default 0,
  expires_at timestamp with time zone,
  granted_at timestamp with time zone not null,
  constraint credit_balances_pkey PRIMARY KEY (grant_id),
  constraint credit_balances_check CHECK (((spent >= 0) AND (spent <= granted))),
  constraint credit_balances_granted_check CHECK ((granted >= 0))
);
CREATE INDEX credit_balances_expiry ON private.credit_balances USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX credit_balances_user_id ON private.credit_balances USING btree (user_id);
alter table private.credit_balances enable row level security;

create table private.data_folder (
  one boolean not null default true,
  id text not null,
  constraint data_folder_pkey PRIMARY KEY (one),
  constraint data_folder_one_check CHECK (one)
);
alter table private.data_folder enable row level security;

create table private.delegation_keys (
  user_id uuid not null,
  key uuid not null,
  request_hash text not null,
  run_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint delegation_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX delegation_keys_created_at ON private.delegation_keys USING btree (created_at);
alter table private.delegation_keys enable row level security;

create table private.erased_accounts (
  user_id uuid not null,
  erased_at timestamp with time zone not null default now(),
  constraint erased_accounts_pkey PRIMARY KEY (user_id)
);
alter table private.erased_accounts enable row level security;

create table private.file_checks (
  one boolean not null default true,
  checked_at timestamp with time zone not null default now(),
  files bigint not null,
  lost bigint not null,
  lost_versions text[] not null,
  unknown bigint not null,
  removed bigint not null,
  constraint file_checks_pkey PRIMARY KEY (one),
  constraint file_checks_one_check CHECK (one)
);
alter table private.file_checks enable row level security;

create table private.granted_tiers (
  user_id uuid not null,
  tier text not null,
  allowance integer not null,
  granted_at timestamp with time zone not null default clock_timestamp(),
  constraint granted_tiers_pkey PRIMARY KEY (user_id),
  constraint granted_tiers_allowance_check CHECK (((allowance >= 1) AND (allowance <= 100000))),
  constraint granted_tiers_tier_check CHECK ((tier = ANY (ARRAY['start'::text, 'pro'::text, 'premium'::text]))),
  constraint granted_tiers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.granted_tiers enable row level security;

create table private.learned_models (
  endpoint text not null,
  model text not null,
  learned jsonb not null,
  learned_at timestamp with time zone not null default now(),
  constraint learned_models_pkey PRIMARY KEY (endpoint, model)
);
alter table private.learned_models enable row level security;

create table private.payment_comparisons (
  account text not null,
  compared_until timestamp with time zone not null,
  constraint payment_comparisons_pkey PRIMARY KEY (account)
);
alter table private.payment_comparisons enable row level security;

create table private.payment_customers (
  account text not null,
  customer_ref text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  gone_at timestamp with time zone,
  constraint payment_customers_pkey PRIMARY KEY (account, customer_ref),
  constraint payment_customers_account_check CHECK ((account = ANY (ARRAY['local'::text, 'stripe_test'::text, 'stripe_live'::text])))
);
CREATE UNIQUE INDEX payment_customers_in_use ON private.payment_customers USING btree (account, user_id) WHERE (gone_at IS NULL);
CREATE INDEX payment_customers_user_id ON private.payment_customers USING btree (user_id);
alter table private.payment_customers enable row level security;

create table private.payment_reversals (
  id text not null,
  payment_ref text not null,
  kind text not null,
  amount_cents integer not null,
  credits_revoked integer not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  undone_at timestamp with time zone,
  constraint payment_reversals_pkey PRIMARY KEY (id),
  constraint payment_reversals_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'dispute'::text])))
);
CREATE INDEX payment_reversals_payment_ref ON private.payment_reversals USING btree (payment_ref);
alter table private.payment_reversals enable row level security;

create table private.plan_periods (
  bill_ref text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  user_id uuid not null,
  subscription_ref text not null,
  tier text not null,
  is_void boolean not null default false,
  price_ref text,
  credits integer not null,
  constraint plan_periods_pkey PRIMARY KEY (bill_ref, starts_at),
  constraint plan_periods_check CHECK ((ends_at > starts_at)),
  constraint plan_periods_credits_check CHECK ((credits > 0)),
  constraint plan_periods_tier_check CHECK ((tier = ANY (ARRAY['start'::text, 'pro'::text]))),
  constraint plan_periods_subscription_ref_fkey FOREIGN KEY (subscription_ref) REFERENCES public.subscriptions(subscription_ref)
);
CREATE INDEX plan_periods_ends_at ON private.plan_periods USING btree (ends_at) WHERE (NOT is_void);
CREATE INDEX plan_periods_subscription_ref ON private.plan_periods USING btree (subscription_ref);
CREATE INDEX plan_periods_user_id ON private.plan_periods USING btree (user_id);
alter table private.plan_periods enable row level security;

create table private.platform_keys (
  id boolean not null default true,
  content jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint platform_keys_pkey PRIMARY KEY (id),
  constraint platform_keys_id_check CHECK (id)
);
alter table private.platform_keys enable row level security;

create table private.provider_calls (
  id bigint not null generated always as identity,
  run_id uuid not null,
  user_id uuid not null,
  attempt integer not null,
  model text not null,
  prompt_tokens integer not null,
  max_tokens integer not null,
  generation_id text,
  usage jsonb,
  started_at timestamp with time zone not null default clock_timestamp(),
  action text,
  reserved numeric not null default 0,
  cost numeric,
  key uuid,
  is_void boolean not null default false,
  constraint provider_calls_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_calls_run_id ON private.provider_calls USING btree (run_id);
CREATE INDEX provider_calls_started_at ON private.provider_calls USING btree (started_at);
alter table private.provider_calls enable row level security;

create table private.rate_limits (
  key text not null,
  hits timestamp with time zone[] not null,
  expires_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expires_at ON private.rate_limits USING btree (expires_at);
alter table private.rate_limits enable row level security;

create table private.request_counts (
  key text not null,
  since timestamp with time zone not null,
  count integer not null,
  constraint request_counts_pkey PRIMARY KEY (key)
);
CREATE INDEX request_counts_since ON private.request_counts USING btree (since);
alter table private.request_counts enable row level security;

create table private.run_journal (
  run_id uuid not null,
  action text not null,
  version text not null,
  result jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint run_journal_pkey PRIMARY KEY (run_id, action),
  constraint run_journal_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.ai_runs(id) ON DELETE CASCADE
);
CREATE INDEX run_journal_created_at ON private.run_journal USING btree (created_at);
alter table private.run_journal enable row level security;

create table private.run_leases (
  run_id uuid not null,
  user_id uuid not null,
  attempt integer not null default 0,
  holder text,
  lease_until timestamp with time zone,
  losses integer not null default 0,
  not_before timestamp with time zone not null default now(),
  deadline timestamp with time zone not null,
  deaths integer not null default 0,
  lost_at timestamp with time zone,
  lost_by text,
  constraint run_leases_pkey PRIMARY KEY (run_id),
  constraint run_leases_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.ai_runs(id) ON DELETE CASCADE
);
CREATE INDEX run_leases_suspects ON private.run_leases USING btree (deaths) WHERE (deaths > 2);
CREATE INDEX run_leases_user_id ON private.run_leases USING btree (user_id);
alter table private.run_leases enable row level security;

create table private.server_deaths (
  id bigint not null generated always as identity,
  noticed_at timestamp with time zone not null default clock_timestamp(),
  holder text not null,
  constraint server_deaths_pkey PRIMARY KEY (id)
);
alter table private.server_deaths enable row level security;

create table private.server_lives (
  holder text not null,
  started_at timestamp with time zone not null default clock_timestamp(),
  constraint server_lives_pkey PRIMARY KEY (holder)
);
alter table private.server_lives enable row level security;

create table private.settlements (
  account text not null,
  subject_ref text not null,
  turn bigint not null,
  constraint settlements_pkey PRIMARY KEY (account, subject_ref)
);
alter table private.settlements enable row level security;

create table private.slip_counters (
  user_id uuid not null,
  last_number integer not null,
  constraint slip_counters_pkey PRIMARY KEY (user_id),
  constraint slip_counters_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.slip_counters enable row level security;

create table private.spent_welcomes (
  digest bytea not null,
  unspent integer not null,
  erased_at timestamp with time zone not null default now(),
  constraint spent_welcomes_pkey PRIMARY KEY (digest),
  constraint spent_welcomes_unspent_check CHECK ((unspent >= 0))
);
CREATE INDEX spent_welcomes_erased_at ON private.spent_welcomes USING btree (erased_at);
alter table private.spent_welcomes enable row level security;

create table private.stripe_events (
  id text not null,
  account text not null,
  type text not null,
  subject_kind text,
  subject_ref text,
  happened_at timestamp with time zone not null,
  received_at timestamp with time zone not null default clock_timestamp(),
  origin text not null,
  settled_at timestamp with time zone,
  outcome text,
  constraint stripe_events_pkey PRIMARY KEY (id),
  constraint stripe_events_check CHECK (((subject_kind IS NULL) = (subject_ref IS NULL))),
  constraint stripe_events_origin_check CHECK ((origin = ANY (ARRAY['webhook'::text, 'comparison'::text]))),
  constraint stripe_events_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['checkout'::text, 'subscription'::text, 'payment'::text])))
);
CREATE INDEX stripe_events_received_at ON private.stripe_events USING btree (received_at);
CREATE INDEX stripe_events_waiting ON private.stripe_events USING btree (received_at) WHERE (settled_at IS NULL);
alter table private.stripe_events enable row level security;

create table private.surplus_plans (
  subscription_ref text not null,
  account text not null,
  user_id uuid not null,
  kept_ref text not null,
  found_at timestamp with time zone not null default clock_timestamp(),
  settled_at timestamp with time zone,
  refunded text[] not null default '{}'::text[],
  constraint surplus_plans_pkey PRIMARY KEY (subscription_ref),
  constraint surplus_plans_kept_ref_fkey FOREIGN KEY (kept_ref) REFERENCES public.subscriptions(subscription_ref),
  constraint surplus_plans_subscription_ref_fkey FOREIGN KEY (subscription_ref) REFERENCES public.subscriptions(subscription_ref)
);
CREATE INDEX surplus_plans_kept_ref ON private.surplus_plans USING btree (kept_ref);
CREATE INDEX surplus_plans_user_id ON private.surplus_plans USING btree (user_id);
CREATE INDEX surplus_plans_waiting ON private.surplus_plans USING btree (account) WHERE (settled_at IS NULL);
alter table private.surplus_plans enable row level security;

create table private.trash_contents (
  trash_id uuid not null,
  content jsonb not null,
  constraint trash_contents_pkey PRIMARY KEY (trash_id),
  constraint trash_contents_trash_id_fkey FOREIGN KEY (trash_id) REFERENCES public.trash(id) ON DELETE CASCADE
);
alter table private.trash_contents enable row level security;

create table private.user_locks (
  user_id uuid not null,
  constraint user_locks_pkey PRIMARY KEY (user_id)
);
alter table private.user_locks enable row level security;

create table private.waiting_notices (
  id bigint not null generated always as identity,
  mail jsonb not null,
  tries integer not null default 1,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint waiting_notices_pkey PRIMARY KEY (id)
);
CREATE INDEX waiting_notices_due_at ON private.waiting_notices USING btree (due_at);
alter table private.waiting_notices enable row level security;

create table private.welcome_salt (
  salt bytea not null,
  constraint welcome_salt_pkey PRIMARY KEY (salt)
);
alter table private.welcome_salt enable row level security;

create table private.written_texts (
  owner uuid not null,
  day date not null,
  bytes bigint not null,
  constraint written_texts_pkey PRIMARY KEY (owner),
  constraint written_texts_owner_fkey FOREIGN KEY (owner) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.written_texts enable row level security;

CREATE OR REPLACE FUNCTION private.add_requests(keys text[], counts integer[], seconds integer)
 RETURNS TABLE(key text, total integer, age double precision)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.request_counts as known (key, since, count)
  -- In one order, so that two processes can't wait for each other.
  select added.key, clock_timestamp(), added.count from unnest(keys, counts) as added (key, count) order by added.key
  on conflict (key) do update set
    since = case when known.since > clock_timestamp() - make_interval(secs => seconds) then known.since else excluded.since end,
    count = case
      when known.since > clock_timestamp() - make_interval(secs => seconds) then known.count + excluded.count
      else excluded.count
    end
  returning known.key, known.count, 1000 * extract(epoch from clock_timestamp() - known.since)
$function$;

CREATE OR REPLACE FUNCTION private.add_run_event(run uuid, key text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.ai_run_events (run_id, seq, user_id, task_id, attempt, key, params)
  select r.id, 1 + coalesce((select max(e.seq) from public.ai_run_events e where e.run_id = r.id), 0),
         r.user_id, r.task_id, r.attempt, add_run_event.key, add_run_event.params
  from public.ai_runs r where r.id = run
$function$;

CREATE OR REPLACE FUNCTION private.add_run_steps(run uuid, held_attempt integer, steps jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  perform private.add_run_event(run, step ->> 'key', step -> 'params') from jsonb_array_elements(steps) as step;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.answer_run(owner uuid, run uuid, given jsonb, no_credits text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked public.ai_runs;
begin
  perform private.lock_user(owner);
  select * into asked from public.ai_runs where user_id = owner and id = run for update;
  if not found then return null; end if;
  if asked.status <> 'waiting' then
    return case when asked.answers = private.fill_answers(asked.questions, given) then 'answered' else 'late' end;
  end if;
  perform private.note_answers(run, given);
  if not private.take_credit(owner, run) then
    perform private.end_without_result(run, 'failed', 'no_credits', answer_run.no_credits);
    return 'no_credits';
  end if;
  update public.ai_runs set is_unpaid = null where id = run;
  update private.run_leases set
    not_before = clock_timestamp(),
    deadline = deadline - greatest(interval '0', asked.waits_until - clock_timestamp())
  where run_id = run;
  return 'answered';
end
$function$;

CREATE OR REPLACE FUNCTION private.ask_run(run uuid, held_attempt integer, questions jsonb, wait interval)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  until constant timestamptz := clock_timestamp() + wait;
begin
  if not private.hold_run(run, held_attempt) then return null; end if;
  update public.ai_runs r set
    status = 'waiting', questions = ask_run.questions, waits_until = until, partial_text = ''
  where r.id = run and r.is_unpaid and r.questions is null;
  if not found then return null; end if;
  perform private.void_calls(run, held_attempt);
  perform private.void_ask_call(run);
  update private.run_leases set
    holder = null, lease_until = null, not_before = until, deadline = deadline + wait
  where run_id = run;
  perform private.add_run_event(run, 'asked', jsonb_build_object('count', jsonb_array_length(ask_run.questions)));
  return until;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_export(owner uuid, random_name text, OUT export public.account_exports, OUT is_new boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.lock_user(owner);
  select * into export from public.account_exports e
  where e.user_id = owner and e.status in ('queued', 'running');
  is_new := not found;
  if not is_new then return; end if;
  delete from public.account_exports where user_id = owner;
  perform private.remove_old_exports();
  insert into public.account_exports (user_id, path) values (owner, owner || '/' || random_name || '.zip')
  returning * into export;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_life(beginner text, alone boolean, OUT lost integer, OUT wait double precision)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held record;
  has_died boolean;
  pause interval;
begin
  delete from private.server_lives where alone or holder = beginner;
  has_died := found;
  insert into private.server_lives (holder) values (beginner);
  delete from private.server_deaths where noticed_at < now() - interval '10 minutes';
  lost := 0;
  for held in
    select l.run_id, l.user_id from private.run_leases l
    where l.lease_until is not null and (alone or l.holder = beginner)
    order by l.user_id, l.run_id
  loop
    if lost = 0 then insert into private.server_deaths (holder) values (beginner); end if;
    select private.wait_after(count(*)::integer) into pause from private.server_deaths d where d.holder = beginner;
    lost := lost + 1;
    perform private.lock_user(held.user_id);
    perform private.void_calls(l.run_id, l.attempt) from private.run_leases l where l.run_id = held.run_id;
    update public.ai_runs r set status = 'queued', partial_text = '' where r.id = held.run_id and r.status = 'running';
    update private.run_leases l set
      holder = null, lease_until = null, deaths = l.deaths + 1, lost_at = clock_timestamp(), lost_by = beginner,
      not_before = clock_timestamp() + pause
    where l.run_id = held.run_id;
    perform private.add_run_event(
      held.run_id, 'requeued', jsonb_build_object('resume_at', clock_timestamp() + pause));
  end loop;
  if lost = 0 and has_died then
    select private.wait_after(count(*)::integer) into pause from private.server_deaths d where d.holder = beginner;
    update private.run_leases l set deaths = 0, not_before = greatest(l.not_before, clock_timestamp() + pause)
    where l.lost_by = beginner and l.lease_until is null;
  end if;
  wait := extract(epoch from coalesce(pause, interval '0'));
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_provider_call(run uuid, held_attempt integer, call jsonb, limits jsonb, OUT call_id bigint, OUT refused text)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  everybody constant uuid := '00000000-0000-0000-0000-000000000000';
  today constant date := (now() at time zone 'UTC')::date;
  step constant text := call ->> 'action';
  asked constant uuid := call ->> 'key';
  price constant numeric := coalesce((call ->> 'usd')::numeric, 0);
  person uuid;
  calls bigint;
  calls_of_step bigint;
  spent numeric;
begin
  if not private.hold_run(run, held_attempt) then
    refused := 'lost';
    return;
  end if;
  select r.user_id into person from public.ai_runs r where r.id = run;
  select count(*) filter (where not c.is_void), count(*) filter (where c.action = step and not c.is_void),
         coalesce(sum(coalesce(c.cost, c.reserved)), 0), max(c.id) filter (where c.key = asked)
  into calls, calls_of_step, spent, call_id
  from private.provider_calls c where c.run_id = run;
  if call_id is not null then return; end if;

  refused := case
    when calls >= (limits ->> 'calls')::integer or calls_of_step >= (limits ->> 'step_calls')::integer then 'calls'
    when price > 0 and spent + price > (limits ->> 'run_usd')::numeric then 'run_budget'
  end;
  if refused is null and price > 0 then
    if private.lock_spending(person) + price > (limits ->> 'user_usd')::numeric
      or private.lock_spending(everybody) + price > (limits ->> 'instance_usd')::numeric then
      refused := 'day_budget';
    end if;
  end if;
  if refused is not null then return; end if;

  if price > 0 then
    update private.ai_spending s set usd = s.usd + price
    where s.day = today and s.owner in (person, everybody);
  end if;
  insert into private.provider_calls (run_id, user_id, attempt, model, prompt_tokens, max_tokens, action, reserved, key)
  values (run, person, held_attempt, call ->> 'model', (call ->> 'prompt_tokens')::integer,
          (call ->> 'max_tokens')::integer, step, price, asked)
  returning id into call_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_result_mail(owner uuid, run uuid, address text, receipt boolean, OUT mail public.result_mails, OUT is_new boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Its job is gone: none runs for that long.
  update public.result_mails m set status = 'failed', error_code = 'unavailable', finished_at = now()
  where m.user_id = owner and m.run_id = run and m.status in ('queued', 'sending')
    and m.created_at < now() - interval '15 minutes';
  is_new := false;
  select * into mail from public.result_mails m
  where m.user_id = owner and m.run_id = run and m.status = 'sent' and m.email = address
    and m.finished_at > now() - interval '10 seconds'
  order by m.created_at desc limit 1;
  if found then return; end if;
  insert into public.result_mails (user_id, run_id, email, with_receipt) values (owner, run, address, receipt)
  on conflict (user_id, run_id) where status in ('queued', 'sending') do nothing
  returning * into mail;
  is_new := found;
  if is_new then return; end if;
  select * into mail from public.result_mails m
  where m.user_id = owner and m.run_id = run and m.status in ('queued', 'sending');
end
$function$;

CREATE OR REPLACE FUNCTION private.broken_today(person uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(max(s.broken_contracts), 0) from private.ai_spending s
  where s.owner = person and s.day = (now() at time zone 'UTC')::date
$function$;

CREATE OR REPLACE FUNCTION private.cancel_locked_run(run uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- The row of the day, because that of the run goes with its task.
  insert into private.ai_spending as s (day, owner, cancelled_unpaid)
  select (now() at time zone 'UTC')::date, r.user_id, 1
  from public.ai_runs r where r.id = run and r.is_unpaid and r.attempt > 0
  on conflict (day, owner) do update set cancelled_unpaid = s.cancelled_unpaid + 1;
  perform private.end_without_result(run, 'cancelled');
  perform pg_notify('run_cancelled', run::text);
end
$function$;

CREATE OR REPLACE FUNCTION private.cancel_run(owner uuid, run uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  state text;
begin
  perform private.lock_user(owner);
  select status into state from public.ai_runs where user_id = owner and id = run for update;
  if not found then return null; end if;
  if state not in ('waiting', 'queued', 'running') then return false; end if;
  perform private.cancel_locked_run(run);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.cancelled_today(person uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*) + coalesce((
    select s.cancelled_unpaid from private.ai_spending s
    where s.owner = person and s.day = (now() at time zone 'UTC')::date
  ), 0)
  from public.credit_entries e
  where e.user_id = person and e.kind = 'refund' and e.reason = 'cancelled'
    and e.created_at >= date_trunc('day', now(), 'UTC')
$function$;

CREATE OR REPLACE FUNCTION private.check_room_for_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('files of ' || split_part(new.name, '/', 1), 0));
  if not private.has_room_for_file(new.name, coalesce((new.metadata ->> 'size')::bigint, 0)) then
    raise exception 'there is no room for another file: 1 GB in all, 200 within an hour' using errcode = '42501';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_run(run uuid, claimer text, lease interval, per_user integer)
 RETURNS TABLE(owner uuid, attempt integer, losses integer, kills boolean, calls integer, time_left integer)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held private.run_leases;
begin
  select user_id into owner from private.run_leases where run_id = run;
  if not found then return; end if;
  perform private.lock_user(owner);
  select * into held from private.run_leases where run_id = run for update;
  if not found or not coalesce(held.lease_until < clock_timestamp(), held.not_before <= clock_timestamp()) then
    return;
  end if;
  if exists (select from private.run_leases l where l.deaths > 2) then
    -- Two suspects of different users, claimed concurrently, must not each find the other still waiting.
    perform pg_advisory_xact_lock(hashtext('private.run_leases.deaths'));
    if not private.may_run_now(held) then return; end if;
  end if;
  if per_user <= (
    select count(*) from private.run_leases l
    where l.user_id = owner and l.run_id <> run and l.lease_until >= clock_timestamp()
  ) then return; end if;

  update public.ai_runs r
  set status = 'running', attempt = r.attempt + 1, started_at = coalesce(r.started_at, clock_timestamp()), partial_text = ''
  where r.id = run
  returning r.attempt into attempt;
  losses := held.losses + (held.lease_until is not null)::integer;
  kills := private.suspicion(held.deaths) = 'proven';
  time_left := 1000 * extract(epoch from held.deadline - clock_timestamp());
  select count(*) into calls from private.provider_calls c where c.run_id = run and not c.is_void;
  update private.run_leases l
  set holder = claimer, lease_until = clock_timestamp() + lease, losses = claim_run.losses, attempt = claim_run.attempt
  where l.run_id = run;
  perform private.add_run_event(run, 'started');
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION private.close_allowances(owner uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.credit_entries (user_id, grant_id, kind, amount, reason)
  select b.user_id, b.grant_id, 'expire', b.spent - b.granted, 'replaced'
  from private.credit_balances b join public.credit_grants g on g.id = b.grant_id
  where b.user_id = owner and g.kind = 'monthly' and g.source in ('free-month', 'granted-tier')
$function$;

CREATE OR REPLACE FUNCTION private.copy_about_me()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  select jsonb_build_object(
    'country', s.about_country, 'currency', s.about_currency, 'units', s.about_units, 'tone', s.about_tone,
    'facts', s.about_facts)
  into new.about
  from public.user_settings s where s.user_id = new.user_id and s.sends_about;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.copy_task_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  select t.notes into new.task_notes from public.tasks t where t.user_id = new.user_id and t.id = new.task_id;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.source_count := coalesce(jsonb_array_length(new.evidence -> 'sources'), 0);
  new.gap_count := coalesce(jsonb_array_length(new.evidence -> 'unverified'), 0)
    + coalesce(jsonb_array_length(new.evidence -> 'open'), 0);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.count_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'UTC')::date;
  total bigint;
begin
  if auth.uid() is null then return null; end if;
  insert into private.written_texts as w (owner, day, bytes)
  values (new.user_id, today, greatest(octet_length(new::text), 8192))
  on conflict (owner) do update set
    day = excluded.day,
    bytes = case when w.day = excluded.day then w.bytes else 0 end + excluded.bytes
  returning w.bytes into total;
  if total > 100 * 1024 ^ 2 then
    raise exception 'You can save up to 100 MB of text a day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.credits_left(owner uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(b.granted - b.spent), 0) from private.credit_balances b
  where b.user_id = owner and (b.expires_at is null or b.expires_at > now())
$function$;

CREATE OR REPLACE FUNCTION private.date_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := (now() at time zone 'UTC')::date;
  is_given constant boolean := coalesce(current_setting('errand.due_on_given', true), '') = 'yes';
begin
  if is_given then perform set_config('errand.due_on_given', '', true); end if;
  if tg_op = 'INSERT' and new.due_on is null
    or tg_op = 'UPDATE' and new.timeframe is distinct from old.timeframe and not is_given then
    new.due_on := private.day_meant(new.timeframe, today);
    new.is_dated := false;
  end if;
  -- Also in a row from the trash that was deleted before the column existed.
  new.is_dated := coalesce(new.is_dated, false) and new.due_on is not null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.day_meant(timeframe text, today date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case timeframe
    when 'today' then today
    when 'tomorrow' then today + 1
    when 'next_weekend' then today + 1 + (12 - extract(isodow from today)::integer) % 7
  end
$function$;

CREATE OR REPLACE FUNCTION private.delegate(owner uuid, request jsonb, request_hash text, idempotency_key uuid, demo boolean, time_limit interval, at_most integer, per interval, OUT outcome text, OUT run_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  task uuid := request ->> 'task_id';
  project uuid := request ->> 'project_id';
  parent uuid := request ->> 'parent_run_id';
  known private.delegation_keys;
  unpaid boolean;
begin
  perform private.lock_user(owner);

  select * into known from private.delegation_keys k where k.user_id = owner and k.key = idempotency_key;
  if found then
    run_id := known.run_id;
    outcome := case when known.request_hash = delegate.request_hash then 'repeated' else 'key_reused' end;
    return;
  end if;

  -- An absent project is the task's own; null is none.
  select case when request ? 'project_id' then project else t.project_id end into project
  from public.tasks t where t.user_id = owner and t.id = task for update;
  if not demo then perform private.expire_grants(owner); end if;
  outcome := private.refuse_delegation(owner, request, demo, at_most, per);
  if outcome is not null then return; end if;

  run_id := gen_random_uuid();
  unpaid := not demo and coalesce((request ->> 'may_ask')::boolean, false) and private.wants_questions(owner, task);
  if unpaid and private.unpaid_runs(owner) >= private.credits_left(owner) then
    outcome := 'no_credits';
    return;
  end if;
  if not demo and not unpaid and not private.take_credit(owner, run_id) then
    raise exception 'a person who has a credit has none';
  end if;
  insert into public.ai_runs
    (id, user_id, task_id, project_id, parent_run_id, ai_task_type, language, options, contract, is_demo, is_unpaid)
  values (run_id, owner, task, project, parent, request ->> 'ai_task_type', request ->> 'language',
          request -> 'options', nullif(request -> 'contract', 'null'), demo, nullif(unpaid, false));
  insert into private.run_leases (run_id, user_id, deadline) values (delegate.run_id, owner, now() + time_limit);
  update public.tasks set
    ai_assisted = true,
    ai_task_type = request ->> 'ai_task_type',
    -- A chosen project takes the task in; a request without one does not take it out.
    project_id = coalesce(project, project_id)
  where id = task;
  perform private.add_run_event(run_id, 'queued');
  if idempotency_key is not null then
    insert into private.delegation_keys (user_id, key, request_hash, run_id)
    values (owner, idempotency_key, delegate.request_hash, delegate.run_id);
  end if;
  outcome := 'created';
end
$function$;

CREATE OR REPLACE FUNCTION private.delegate_within_budgets(owner uuid, request jsonb, request_hash text, idempotency_key uuid, demo boolean, time_limit interval, at_most integer, per interval, user_budget numeric, instance_budget numeric, OUT outcome text, OUT run jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  delegated uuid;
begin
  if not demo
    and not exists (
      select from private.delegation_keys k where k.user_id = owner and k.key = delegate_within_budgets.idempotency_key)
    and private.is_over_budget(owner, user_budget, instance_budget)
  then
    outcome := 'spent';
    return;
  end if;
  select d.outcome, d.run_id into delegate_within_budgets.outcome, delegated
  from private.delegate(
    owner, delegate_within_budgets.request, delegate_within_budgets.request_hash,
    delegate_within_budgets.idempotency_key, demo, delegate_within_budgets.time_limit,
    delegate_within_budgets.at_most, delegate_within_budgets.per) d;
  select to_jsonb(r) into delegate_within_budgets.run from public.ai_runs r where r.user_id = owner and r.id = delegated;
end
$function$;

CREATE OR REPLACE FUNCTION private.due_runs(per_user integer, at_most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with at_work as (
    select count(*) > 0 as anything, coalesce(bool_or(deaths > 2), false) as a_suspect,
           coalesce(bool_or(deaths > 3), false) as one_alone
    from private.run_leases where lease_until >= now()
  )
  select run_id from (
    select run_id, not_before, is_due, suspicion,
      count(*) filter (where is_held) over (partition by user_id)
        + row_number() over (partition by user_id, is_due order by not_before, run_id) as place,
      row_number() over (partition by suspicion, is_due order by deaths, not_before, run_id) as turn
    from (
      select l.run_id, l.user_id, l.not_before, l.deaths, s.suspicion, coalesce(l.lease_until >= now(), false) as is_held,
        coalesce(l.lease_until < now(), l.not_before <= now()) and case s.suspicion
          when 'none' then not one_alone
          when 'one_by_one' then not a_suspect
          when 'alone' then not anything
          else true
        end as is_due
      from private.run_leases l
      cross join at_work
      cross join lateral private.suspicion(l.deaths) as s (suspicion)
    ) l
  ) placed
  where is_due and place <= per_user and (suspicion in ('none', 'proven') or turn = 1)
  order by place, not_before
  limit at_most
$function$;

CREATE OR REPLACE FUNCTION private.end_life(ender text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.server_lives where holder = ender
$function$;

CREATE OR REPLACE FUNCTION private.end_without_result(run uuid, outcome text, code text DEFAULT NULL::text, message text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.ai_runs set
    status = outcome, error_code = code, error_message = message, partial_text = '', finished_at = clock_timestamp()
  where id = run;
  delete from private.run_leases where run_id = run;
  perform private.give_credit_back(run, outcome);
  if code = 'not_as_promised' then
    insert into private.ai_spending as s (day, owner, broken_contracts)
    select (now() at time zone 'UTC')::date, r.user_id, 1 from public.ai_runs r where r.id = run
    on conflict (day, owner) do update set broken_contracts = s.broken_contracts + 1;
  end if;
  perform private.add_run_event(run, outcome, case when code is null then '{}' else jsonb_build_object('code', code) end);
end
$function$;

CREATE OR REPLACE FUNCTION private.erase_account(owner uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Before the user lock, in the order of open_account.
  perform from auth.users where id = owner for update;
  if not found then return false; end if;
  perform private.lock_user(owner);
  perform private.cancel_locked_run(r.id)
  from public.ai_runs r where r.user_id = owner and r.status in ('waiting', 'queued', 'running');
  delete from auth.sessions where user_id = owner;
  delete from auth.users where id = owner;
  delete from private.user_locks where user_id = owner;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.excerpt(content text, place text, plain_place text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when at <= 60 then left(content, 300)
    -- Skip the rest of a cut word, unless it is too long to be one.
    else '…' || regexp_replace(substr(content, at - 40, 300), '^\S{0,20}\s+', '')
  end
  from (select coalesce(
    nullif(regexp_instr(content, place, 1, 1, 0, 'i'), 0),
    nullif(regexp_instr(regexp_replace(normalize(content, nfd), '[\u0300-\u036f]', '', 'g'), plain_place, 1, 1, 0, 'i'), 0),
    1
  )) found (at)
$function$;
grant execute on function private.excerpt(content text, place text, plain_place text) to authenticated;

CREATE OR REPLACE FUNCTION private.expire_grants(owner uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  closed integer;
begin
  perform private.lock_user(owner);
  insert into public.credit_entries (user_id, grant_id, kind, amount)
  select user_id, grant_id, 'expire', spent - granted
  from private.credit_balances where user_id = owner and expires_at <= now();
  get diagnostics closed = row_count;
  return closed;
end
$function$;

CREATE OR REPLACE FUNCTION private.fail_run(run uuid, held_attempt integer, code text, message text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  perform private.end_without_result(run, 'failed', code, message);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.fill_answers(questions jsonb, given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_agg(jsonb_build_object(
    'question', asked.q ->> 'text',
    'answer', coalesce(given ->> (asked.q ->> 'id'), asked.q ->> 'default'),
    'assumed', given ->> (asked.q ->> 'id') is null
  ) order by asked.place)
  from jsonb_array_elements(questions) with ordinality as asked (q, place)
$function$;

CREATE OR REPLACE FUNCTION private.finish_run(run uuid, held_attempt integer, content text, preview text, model_used text, notices jsonb, files jsonb, evidence jsonb, contract_outcome jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.hold_run(run, held_attempt) then
    return exists (
      select from public.ai_runs r where r.id = run and r.attempt = held_attempt and r.status = 'succeeded'
    );
  end if;
  insert into public.ai_responses
    (task_id, run_id, user_id, content, preview, model_used, is_demo, notices, files, evidence)
  select r.task_id, r.id, r.user_id, finish_run.content, finish_run.preview, finish_run.model_used, r.is_demo,
         finish_run.notices, finish_run.files, finish_run.evidence
  from public.ai_runs r where r.id = run;
  update public.ai_runs r set
    status = 'succeeded', model_used = finish_run.model_used, partial_text = '', finished_at = clock_timestamp(),
    contract_outcome = finish_run.contract_outcome
  where r.id = run;
  delete from private.run_leases where run_id = run;
  perform private.add_run_event(run, 'succeeded');
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_plan(owner uuid, moment timestamp with time zone DEFAULT now())
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  paid text;
begin
  perform private.lock_user(owner);
  select coalesce(
    (select p.tier from private.plan_periods p join public.subscriptions s on s.subscription_ref = p.subscription_ref
     where p.user_id = owner and not p.is_void and p.starts_at <= moment
       and p.ends_at + case when s.status = 'active' and s.cancels_at is null then interval '1 day' else '0' end > moment
       and coalesce(s.ended_at > moment, true)
     order by p.tier = 'pro' desc limit 1),
    'free') into paid;
  update public.profiles set subscription_tier = paid
  where id = owner and subscription_tier not in ('premium', paid)
    and not exists (select from private.granted_tiers t where t.user_id = owner);
  return paid;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.user_consent set email = null, full_name = null, ip_address = null where user_id = old.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.search_words w where w.user_id = old.user_id and w.item_id = old.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.give_credit_back(run uuid, reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken public.credit_entries;
begin
  select * into taken from public.credit_entries where run_id = run and kind = 'debit';
  if not found then return false; end if;
  insert into public.credit_entries (user_id, grant_id, kind, amount, run_id, reason)
  values (taken.user_id, taken.grant_id, 'refund', 1, run, give_credit_back.reason)
  on conflict (run_id, kind) do nothing;
  if not found then return false; end if;
  if not exists (select from private.credit_balances where grant_id = taken.grant_id) then
    insert into public.credit_entries (user_id, grant_id, kind, amount, run_id)
    values (taken.user_id, taken.grant_id, 'expire', -1, run);
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_credits(owner uuid, kind text, amount integer, expires_at timestamp with time zone, source text, source_ref text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.lock_user(owner);
  insert into public.credit_grants (user_id, kind, amount, expires_at, source, source_ref)
  values (owner, grant_credits.kind, grant_credits.amount, grant_credits.expires_at,
          grant_credits.source, grant_credits.source_ref)
  on conflict on constraint credit_grants_source_source_ref_key do nothing;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_tier_allowance(owner uuid, reference text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.grant_credits(
    owner, 'monthly', t.allowance, (date_trunc('month', now(), 'UTC') + interval '1 month'), 'granted-tier', reference)
  from private.granted_tiers t where t.user_id = owner
$function$;

CREATE OR REPLACE FUNCTION private.has_credit(owner uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from private.credit_balances b
    where b.user_id = owner and b.spent < b.granted and (b.expires_at is null or b.expires_at > now())
  )
$function$;

CREATE OR REPLACE FUNCTION private.has_room_for_file(new_name text, bytes bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum((metadata ->> 'size')::bigint), 0) + bytes <= 1024 ^ 3
    and count(*) filter (where created_at > now() - interval '1 hour') < 200
  from storage.objects
  where bucket_id = 'task-attachments' and name <> new_name
    and name >= split_part(new_name, '/', 1) || '/' and name < split_part(new_name, '/', 1) || '0'
$function$;
grant execute on function private.has_room_for_file(new_name text, bytes bigint) to authenticated;

CREATE OR REPLACE FUNCTION private.heartbeat_runs(beater text, runs uuid[], attempts integer[], lease interval)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A locked row is just being ended or taken over: waiting for it could deadlock.
  update private.run_leases l set lease_until = clock_timestamp() + lease
  where l.run_id in (
    select h.run_id from private.run_leases h
    join unnest(runs, attempts) as mine (run_id, attempt) using (run_id, attempt)
    where h.holder = beater
    for update of h skip locked
  );
  return query
    select mine.run_id from unnest(runs, attempts) as mine (run_id, attempt)
    where not exists (
      select from private.run_leases h
      where h.run_id = mine.run_id and h.attempt = mine.attempt and h.holder = beater
    );
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_run(run uuid, held_attempt integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.lock_user(user_id) from public.ai_runs where id = run;
  perform from public.ai_runs
  where id = run and attempt = held_attempt and status = 'running'
  for update;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_to_contract()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'the contract of a run is fixed' using errcode = 'check_violation';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_newest_settlement(account text, subject_ref text, turn bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.settlements as s (account, subject_ref, turn)
  values (is_newest_settlement.account, is_newest_settlement.subject_ref, is_newest_settlement.turn)
  on conflict on constraint settlements_pkey do update set turn = excluded.turn where s.turn < excluded.turn;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_over_budget(person uuid, user_budget numeric, instance_budget numeric)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from private.ai_spending s
    where s.day = (now() at time zone 'UTC')::date
      and (s.owner = person and s.usd >= user_budget
           or s.owner = '00000000-0000-0000-0000-000000000000' and s.usd >= instance_budget)
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_own_file_name(name text, person uuid)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(name ~ ('^' || person::text || '/[A-Za-z0-9_-]{22,100}\.[A-Za-z0-9]{1,10}$'), false)
$function$;
grant execute on function private.is_own_file_name(name text, person uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.is_verified(owner uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from auth.users u
    where u.id = owner and (
      u.email_confirmed_at is not null or u.phone_confirmed_at is not null
      or exists (select from auth.identities i where i.user_id = owner and i.provider not in ('email', 'phone'))
    )
  )
$function$;

CREATE OR REPLACE FUNCTION private.keep_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Restored from a trash of before.
  new.notes := coalesce(new.notes, '');
  if char_length(new.notes) > 10000 then
    raise exception 'Notes can have up to 10,000 characters.' using errcode = 'check_violation';
  end if;
  new.has_notes := new.notes ~ '\S';
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_spent_welcome()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.spent_welcomes as w (digest, unspent)
  select d, b.granted - b.spent
  from private.credit_balances b
  join public.credit_grants g on g.id = b.grant_id and g.source = 'welcome' and g.source_ref = old.id::text
  cross join private.welcome_digests(old.id, true) d
  where b.granted - b.spent < g.amount
  on conflict (digest) do update set unspent = least(w.unspent, excluded.unspent), erased_at = excluded.erased_at;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept tsvector;
begin
  case tg_argv[0]
    when 'task' then kept := setweight(private.words_of(new.title), 'A') || private.words_of(new.notes);
    when 'answer' then kept := private.words_of(new.content);
    when 'project' then kept := setweight(private.words_of(new.name), 'A')
      || coalesce(private.words_of(new.description), '');
  end case;
  insert into public.search_words (user_id, kind, item_id, words)
    values (new.user_id, tg_argv[0], new.id, kept)
    on conflict (user_id, item_id) do update set words = excluded.words;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_deleting_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then perform private.lock_user(auth.uid()); end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_spending(spender uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  spent numeric;
  today constant date := (now() at time zone 'UTC')::date;
begin
  insert into private.ai_spending (day, owner) values (today, spender) on conflict do nothing;
  select usd into spent from private.ai_spending where day = today and owner = spender for update;
  return spent;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_user(owner uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.user_locks (user_id) values (owner) on conflict do nothing;
  perform from private.user_locks where user_id = owner for update;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_run_now(candidate private.run_leases)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case private.suspicion(candidate.deaths)
    when 'proven' then true
    when 'alone' then not exists (
      select from private.run_leases l where l.run_id <> candidate.run_id and l.lease_until >= clock_timestamp())
    else not exists (
      select from private.run_leases l
      where l.run_id <> candidate.run_id and l.lease_until >= clock_timestamp()
        and private.suspicion(l.deaths) in (
          'alone', case when private.suspicion(candidate.deaths) = 'one_by_one' then 'one_by_one' end))
  end
$function$;

CREATE OR REPLACE FUNCTION private.mirror_credits(owner uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.profiles p
  set credits_limit = s.granted, credits_used = s.spent
  from (
    select coalesce(sum(granted), 0) as granted, coalesce(sum(spent), 0) as spent
    from private.credit_balances where user_id = owner
  ) s
  where p.id = owner and (p.credits_limit, p.credits_used) is distinct from (s.granted, s.spent)
$function$;

CREATE OR REPLACE FUNCTION private.mirror_to_new_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.mirror_credits(new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_answers(run uuid, given jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  filled jsonb;
begin
  update public.ai_runs r set
    answers = private.fill_answers(r.questions, given),
    status = case r.status when 'waiting' then 'queued' else r.status end
  where r.id = run
  returning r.answers into filled;
  perform private.add_run_event(run, 'answered', jsonb_build_object(
    'of', jsonb_array_length(filled),
    'assumed', (select count(*) from jsonb_array_elements(filled) as a where (a ->> 'assumed')::boolean)));
end
$function$;

CREATE OR REPLACE FUNCTION private.note_charged_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Restoring a task from the trash inserts its runs again.
  insert into private.charged_runs (run_id, task_id, ai_task_type) values (new.id, new.task_id, new.ai_task_type)
  on conflict (run_id) do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_erased_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.erased_accounts (user_id) values (old.id)
  on conflict (user_id) do update set erased_at = excluded.erased_at;
  perform pg_notify('account_erased', old.id::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_given_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config('errand.due_on_given', 'yes', true);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_task_files(run uuid, made boolean, files jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.task_files (user_id, task_id, run_id, bucket, path, name, type, size)
  select r.user_id, r.task_id, case when made then r.id end,
         case when made then 'ai-outputs' else 'task-attachments' end,
         f.path, f.name, f.type, f.size
  from public.ai_runs r,
       jsonb_to_recordset(files) as f (path text, name text, type text, size bigint)
  where r.id = run
  on conflict (task_id, bucket, path) do nothing
$function$;

CREATE OR REPLACE FUNCTION private.number_slip()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.slip_counters as c (user_id, last_number) values (new.user_id, 1)
  on conflict (user_id) do update set last_number = c.last_number + 1
  returning c.last_number into new.slip_number;
  update private.charged_runs n set slip_number = new.slip_number where n.run_id = new.id;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_account(owner uuid, welcome integer, marketing_accepted boolean, ip_address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person record;
  credits integer;
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
  select least(welcome, min(w.unspent)) into credits
  from private.spent_welcomes w where w.digest in (select private.welcome_digests(owner, false));
  if credits > 0 then
    perform private.grant_credits(owner, 'welcome', credits, null, 'welcome', owner::text);
  end if;
  insert into public.user_consent (user_id, email, full_name, terms_accepted, marketing_accepted, ip_address, terms_version)
  values (owner, person.email, person.full_name, true, coalesce(open_account.marketing_accepted, false),
          open_account.ip_address, '1.0');
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_account_at_sign_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.open_account(
    new.id, 15, new.raw_user_meta_data -> 'marketing_accepted' = 'true'::jsonb,
    nullif(current_setting('request.ip', true), ''));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.pay_run(run uuid, held_attempt integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.ai_runs;
begin
  if not private.hold_run(run, held_attempt) then return 'lost'; end if;
  select * into held from public.ai_runs where id = run;
  if held.is_unpaid is not true then return 'paid'; end if;
  perform private.void_ask_call(run);
  if held.questions is not null and held.answers is null then perform private.note_answers(run, '{}'); end if;
  if not private.take_credit(held.user_id, run) then return 'no_credits'; end if;
  update public.ai_runs set is_unpaid = null where id = run;
  return 'paid';
end
$function$;

CREATE OR REPLACE FUNCTION private.post_to_balances()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_open boolean;
begin
  if tg_table_name = 'credit_grants' then
    insert into private.credit_balances (grant_id, user_id, granted, expires_at, granted_at)
    values (new.id, new.user_id, new.amount, new.expires_at, new.created_at);
  else
    if new.kind = 'expire' and new.run_id is null then
      delete from private.credit_balances where grant_id = new.grant_id and granted - spent = -new.amount;
    elsif new.kind = 'revoke' then
      update private.credit_balances set granted = granted + new.amount where grant_id = new.grant_id;
    else
      update private.credit_balances set spent = spent - new.amount
      where grant_id = new.grant_id and new.kind in ('debit', 'refund');
    end if;
    is_open := found;
    -- Only a late refund finds its grant closed.
    if not is_open and (new.run_id is null or new.kind = 'debit') then
      raise exception 'entry % does not fit grant %', new.kind, new.grant_id using errcode = 'check_violation';
    end if;
  end if;
  perform private.mirror_credits(new.user_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.publish(relation regclass, owner_column name)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if to_regprocedure('realtime.watch(regclass, name)') is not null then
    perform realtime.watch(relation, owner_column);
  elsif exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    execute format('alter publication supabase_realtime add table %s', relation);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_journal(run uuid, held_attempt integer, tool_version text)
 RETURNS TABLE(action text, result jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.hold_run(run, held_attempt) then return; end if;
  delete from private.run_journal j where j.run_id = run and j.version <> tool_version;
  return query select j.action, j.result from private.run_journal j where j.run_id = run;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_search(query text, OUT words tsquery, OUT whole tsquery, OUT patterns text[], OUT place text, OUT plain_place text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lexemes constant text[] := tsvector_to_array(private.words_of(query));
  typed constant text[] := regexp_split_to_array(
    btrim(translate(query, '-_/@“”‘’„«»…–—·•', repeat(' ', 16))), '\s+');
  unspaced constant boolean := query ~
    '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]';
  before constant text := case when unspaced then '()' else '(^|[^[:alnum:]])' end;
begin
  if char_length(query) > 200 then
    raise exception 'A search may have 200 characters at most.' using errcode = 'PT400';
  end if;
  select string_agg(quoted || ':*', ' & ')::tsquery, string_agg(quoted, ' & ')::tsquery into words, whole
  from (select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''' as quoted from unnest(lexemes) lexeme) q;
  if unspaced then
    patterns := array(select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(typed) word);
  end if;
  place := before || '(' || (select string_agg(regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g'), '|')
    from unnest(typed) word) || ')';
  plain_place := before || '(' || (select string_agg(regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g'), '|')
    from unnest(lexemes) word) || ')';
end
$function$;
grant execute on function private.read_search(query text, OUT words tsquery, OUT whole tsquery, OUT patterns text[], OUT place text, OUT plain_place text) to authenticated;

CREATE OR REPLACE FUNCTION private.record_action(run uuid, held_attempt integer, action text, tool_version text, result jsonb, steps jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  insert into private.run_journal (run_id, action, version, result)
  values (run, record_action.action, tool_version, record_action.result)
  on conflict do nothing;
  -- A repeat: the first call wrote it, with its events.
  if not found then return true; end if;
  perform private.add_run_event(run, step ->> 'key', step -> 'params') from jsonb_array_elements(steps) as step;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.redeem(owner uuid, digest bytea, OUT outcome text, OUT granted integer)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  code public.redeem_codes;
  reference text;
begin
  perform private.lock_user(owner);
  select * into code from public.redeem_codes c where c.code_hash = digest for update;
  reference := code.id || ' ' || owner;
  outcome := case
    when code.id is null then 'unknown'
    when exists (select from public.credit_grants g where g.source = 'redeem' and g.source_ref = reference)
      then 'repeated'
    when code.revoked_at is not null then 'revoked'
    when code.expires_at <= clock_timestamp() then 'expired'
    when code.used >= code.uses then 'used_up'
    else 'granted'
  end;
  if outcome <> 'granted' then return; end if;
  perform private.grant_credits(owner, 'redeem', code.credits, null, 'redeem', reference);
  update public.redeem_codes set used = used + 1 where id = code.id;
  granted := code.credits;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_delegation(owner uuid, request jsonb, demo boolean, at_most integer, per interval)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  task uuid := request ->> 'task_id';
  project uuid := request ->> 'project_id';
  parent uuid := request ->> 'parent_run_id';
begin
  return case
    when not exists (select from public.tasks t where t.user_id = owner and t.id = task) then 'not_found'
    when project is not null and not exists (
      select from public.projects p where p.user_id = owner and p.id = project
    ) then 'not_found'
    when parent is not null and not exists (
      select from public.ai_runs r
      where r.user_id = owner and r.id = parent and r.task_id = task and r.status = 'succeeded'
    ) then 'not_found'
    when not exists (select from public.profiles p where p.id = owner) then 'no_profile'
    when not private.is_verified(owner) then 'unverified'
    when exists (
      select from public.ai_runs r where r.task_id = task and r.status in ('waiting', 'queued', 'running')
    ) then 'already_running'
    when not demo and private.cancelled_today(owner) > 20 then 'paused'
    when not demo and private.broken_today(owner) > 20 then 'spent'
    when at_most <= (
      select count(*) from public.ai_runs r where r.user_id = owner and r.created_at > now() - per
    ) then 'too_many'
    when not demo and not private.has_credit(owner) then 'no_credits'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception '% is never rewritten: add a correcting row', tg_table_name using errcode = 'insufficient_privilege';
end
$function$;

CREATE OR REPLACE FUNCTION private.release_run(run uuid, held_attempt integer, wait interval, key text, params jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  resume_at constant timestamptz := clock_timestamp() + wait;
begin
  if not private.hold_run(run, held_attempt) then return null; end if;
  if release_run.key = 'requeued' then perform private.void_calls(run, held_attempt); end if;
  update public.ai_runs set status = 'queued', partial_text = '' where id = run;
  update private.run_leases set holder = null, lease_until = null, not_before = resume_at where run_id = run;
  perform private.add_run_event(
    run, release_run.key, release_run.params || jsonb_build_object('resume_at', resume_at));
  return resume_at;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_files_of_erased_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id in ('task-attachments', 'ai-outputs', 'account-exports')
    and name >= old.id::text || '/' and name < old.id::text || '0';
  perform set_config('storage.allow_delete_query', '', true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_old_exports()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  removed integer;
begin
  delete from public.account_exports
  where expires_at <= now() or (status = 'failed' and created_at < now() - interval '7 days');
  update public.account_exports set status = 'failed', finished_at = now()
  where status in ('queued', 'running') and created_at < now() - interval '1 day';
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.bucket_id = 'account-exports'
    and not exists (select from public.account_exports e where e.path = o.name and e.status <> 'failed');
  get diagnostics removed = row_count;
  perform set_config('storage.allow_delete_query', '', true);
  return removed;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_unused_files(age interval, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  removed integer;
begin
  delete from public.task_files f
  where f.created_at < now() - age
    and not exists (select from public.tasks t where t.id = f.task_id)
    and not exists (select from public.trash t where t.id = f.task_id);
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where id in (
    select o.id from storage.objects o
    where o.bucket_id in ('task-attachments', 'ai-outputs') and o.created_at < now() - age
      and not exists (select from public.task_files f where f.bucket = o.bucket_id and f.path = o.name)
    limit at_most
  );
  get diagnostics removed = row_count;
  perform set_config('storage.allow_delete_query', '', true);
  return removed;
end
$function$;

CREATE OR REPLACE FUNCTION private.renew_granted_tier(owner uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reference text := owner || ' ' || to_char(now() at time zone 'UTC', 'YYYY-MM');
begin
  perform private.lock_user(owner);
  if not exists (select from private.granted_tiers where user_id = owner)
    or exists (select from public.credit_grants g where g.source = 'granted-tier' and g.source_ref like reference || '%')
  then
    return false;
  end if;
  perform private.expire_grants(owner);
  perform private.close_allowances(owner);
  perform private.grant_tier_allowance(owner, reference);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_grant(owner uuid, replaced uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.credit_entries (user_id, grant_id, kind, amount, reason)
  select user_id, grant_id, 'expire', spent - granted, 'replaced'
  from private.credit_balances where user_id = owner and grant_id = replaced;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_contract()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'a run needs a contract' using errcode = 'check_violation';
end
$function$;

CREATE OR REPLACE FUNCTION private.restore_project(owner uuid, kept jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  project public.projects := jsonb_populate_record(null::public.projects, kept -> 'project');
begin
  if exists (select from public.projects p where p.user_id = owner and p.client_id = project.client_id) then
    project.client_id := null;
  end if;
  insert into public.projects select project.*;
  -- A task that was moved to another project since stays there.
  update public.tasks t set project_id = project.id
  where t.user_id = owner and t.project_id is null and kept -> 'task_ids' ? t.id::text;
  -- A task in the trash, deleted after its project, gets the project back when it is restored.
  update private.trash_contents c
  set content = jsonb_set(c.content, '{task,project_id}', to_jsonb(project.id))
  from public.trash t
  where t.id = c.trash_id and t.user_id = owner and t.kind = 'task'
    and c.content #> '{task,project_id}' = 'null'::jsonb and kept -> 'task_ids' ? t.id::text;
end
$function$;

CREATE OR REPLACE FUNCTION private.restore_task(owner uuid, kept jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  task public.tasks := jsonb_populate_record(null::public.tasks, kept -> 'task');
begin
  -- Its project may be gone, or in the trash itself: then restoring the project takes the task in again.
  if task.project_id is not null and not exists (
    select from public.projects p where p.user_id = owner and p.id = task.project_id
  ) then
    update private.trash_contents c
    set content = jsonb_set(c.content, '{task_ids}', c.content -> 'task_ids' || to_jsonb(task.id))
    from public.trash t where t.id = c.trash_id and t.user_id = owner and t.id = task.project_id;
    task.project_id := null;
  end if;
  -- A browser that resent the new task while it was in the trash has made another one with this client_id.
  if exists (select from public.tasks t where t.user_id = owner and t.client_id = task.client_id) then
    task.client_id := null;
  end if;
  insert into public.tasks select task.*;
  insert into public.ai_runs
    select (jsonb_populate_record(r, case when p.id is null then '{"project_id": null}' else '{}'::jsonb end)).*
    from jsonb_populate_recordset(
      jsonb_populate_record(null::public.ai_runs, '{"contract_version": 0}'), kept -> 'runs'
    ) r
    left join public.projects p on p.user_id = owner and p.id = r.project_id;
  insert into public.ai_run_events
    select e.* from jsonb_populate_recordset(null::public.ai_run_events, kept -> 'events') e;
  insert into public.ai_responses
    select a.* from jsonb_populate_recordset(null::public.ai_responses, kept -> 'responses') a;
end
$function$;

CREATE OR REPLACE FUNCTION private.return_free_month(owner uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.grant_credits(
    owner, 'monthly', -e.amount, g.expires_at, 'free-month',
    owner || ' ' || to_char(now() at time zone 'UTC', 'YYYY-MM') || ' after ' || g.id)
  from (
    select id, expires_at from public.credit_grants
    where user_id = owner and source = 'free-month' and expires_at > now()
    order by created_at desc limit 1
  ) g
  join public.credit_entries e on e.grant_id = g.id and e.kind = 'expire' and e.run_id is null
  where e.reason = 'replaced' and e.amount < 0
$function$;

CREATE OR REPLACE FUNCTION private.revoke_grant(owner uuid, revoked_grant uuid, amount integer, reason text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rest integer;
begin
  perform private.lock_user(owner);
  select least(granted - spent, revoke_grant.amount) into rest
  from private.credit_balances where grant_id = revoked_grant and user_id = owner;
  if coalesce(rest, 0) <= 0 or exists (
    select from public.credit_entries e
    where e.grant_id = revoked_grant and e.kind = 'revoke' and e.reason = revoke_grant.reason
  ) then
    return 0;
  end if;
  insert into public.credit_entries (user_id, grant_id, kind, amount, reason)
  values (owner, revoked_grant, 'revoke', -rest, revoke_grant.reason);
  return rest;
end
$function$;

CREATE OR REPLACE FUNCTION private.save_partial_texts(runs uuid[], attempts integer[], texts text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.ai_runs r set partial_text = fresh.text
  from unnest(runs, attempts, texts) as fresh (run_id, attempt, text)
  where r.id = fresh.run_id and r.id in (
    select w.id from public.ai_runs w
    join unnest(runs, attempts) as mine (run_id, attempt) on w.id = mine.run_id and w.attempt = mine.attempt
    where w.status = 'running'
    for update of w skip locked
  )
$function$;

CREATE OR REPLACE FUNCTION private.set_tier(owner uuid, tier text, allowance integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.lock_user(owner);
  perform from public.profiles where id = owner;
  if not found then return false; end if;
  perform private.expire_grants(owner);
  if set_tier.tier = 'free' then
    perform private.take_tier_back(owner);
    return true;
  end if;
  perform private.close_allowances(owner);
  delete from private.granted_tiers where user_id = owner;
  insert into private.granted_tiers (user_id, tier, allowance) values (owner, set_tier.tier, set_tier.allowance);
  -- A unique suffix: an operator may set the tier more than once within a month.
  perform private.grant_tier_allowance(
    owner, owner || ' ' || to_char(now() at time zone 'UTC', 'YYYY-MM') || ' ' || gen_random_uuid());
  update public.profiles set subscription_tier = set_tier.tier where id = owner;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_provider_call(call_id bigint, used jsonb, usd numeric)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made private.provider_calls;
  spender uuid;
begin
  select * into made from private.provider_calls c where c.id = call_id and c.usage is null for update;
  if not found then return; end if;
  update private.provider_calls c set usage = used, cost = usd where c.id = call_id;
  if usd is null or usd = made.reserved then return; end if;
  -- The person first, as in begin_provider_call: two orders would deadlock.
  foreach spender in array array[made.user_id, '00000000-0000-0000-0000-000000000000'] loop
    update private.ai_spending s set usd = greatest(0, s.usd + settle_provider_call.usd - made.reserved)
    where s.day = (made.started_at at time zone 'UTC')::date and s.owner = spender;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.stamp_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.suspicion(deaths integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when deaths < 3 then 'none' when deaths = 3 then 'one_by_one' when deaths = 4 then 'alone' else 'proven' end
$function$;

CREATE OR REPLACE FUNCTION private.take_credit(owner uuid, run uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.credit_entries (user_id, grant_id, kind, amount, run_id)
  select user_id, grant_id, 'debit', -1, run
  from private.credit_balances
  where user_id = owner and spent < granted and (expires_at is null or expires_at > now())
  order by expires_at nulls last, granted_at, grant_id
  limit 1;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_hit(subject text, allowed integer, seconds integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.take_hits(subjects text[], allowed integer[], seconds integer[], at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wait integer := 0;
begin
  for place in 1 .. cardinality(subjects) loop
    wait := private.take_hit(subjects[place], allowed[place], seconds[place], at);
    exit when wait > 0;
  end loop;
  return wait;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_tier_back(owner uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  was_granted boolean;
begin
  perform private.replace_grant(owner, g.id) from public.credit_grants g
  where g.user_id = owner and g.source = 'granted-tier';
  delete from private.granted_tiers where user_id = owner;
  was_granted := found;
  update public.profiles set subscription_tier = 'free' where id = owner;
  if private.follow_plan(owner) = 'free' and was_granted then
    perform private.return_free_month(owner);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.tidy_project()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.name := regexp_replace(new.name, '^\s+|\s+$', '', 'g');
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.tidy_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.title := regexp_replace(new.title, '^\s+|\s+$', '', 'g');
  -- As specified: store an unknown type as the plainest one, without an error.
  if new.ai_task_type not in (
    'answer', 'reasoning', 'create_image', 'image_edit', 'research', 'web_search', 'data_analysis', 'doc_summary'
  ) then
    new.ai_task_type := 'answer';
  end if;
  if not new.is_completed then
    new.completed_at := null;
  elsif new.completed_at is null then
    new.completed_at := now();
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.trash_oldest_completed(owner uuid, keep integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moved integer;
begin
  perform private.lock_user(owner);
  delete from public.tasks where id in (
    select id from public.tasks where user_id = owner and is_completed
    order by completed_at desc, created_at desc, id offset keep
  );
  get diagnostics moved = row_count;
  return moved;
end
$function$;

CREATE OR REPLACE FUNCTION private.trash_project()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from auth.users where id = old.user_id) then return old; end if;
  insert into public.trash (id, user_id, kind, title) values (old.id, old.user_id, 'project', old.name);
  -- Its tasks stay, without it; their ids are kept to put them back.
  insert into private.trash_contents (trash_id, content) values (old.id, jsonb_build_object(
    'project', to_jsonb(old),
    'task_ids', (select coalesce(jsonb_agg(t.id), '[]') from public.tasks t
                 where t.user_id = old.user_id and t.project_id = old.id)
  ));
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.trash_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_user(old.user_id);
  perform private.cancel_locked_run(id) from public.ai_runs
  where task_id = old.id and status in ('waiting', 'queued', 'running');
  -- Erasing an account leaves no trash behind.
  if not exists (select from auth.users where id = old.user_id) then return old; end if;
  insert into public.trash (id, user_id, kind, title) values (old.id, old.user_id, 'task', old.title);
  insert into private.trash_contents (trash_id, content) values (old.id, jsonb_build_object(
    'task', to_jsonb(old),
    'runs', (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at, r.id), '[]')
             from public.ai_runs r where r.task_id = old.id),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.run_id, e.seq), '[]')
               from public.ai_run_events e where e.user_id = old.user_id and e.task_id = old.id),
    'responses', (select coalesce(jsonb_agg(to_jsonb(a)), '[]')
                  from public.ai_responses a where a.user_id = old.user_id and a.task_id = old.id)
  ));
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.unpaid_runs(owner uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*) from public.ai_runs r
  where r.user_id = owner and r.is_unpaid and r.status in ('waiting', 'queued', 'running')
$function$;

CREATE OR REPLACE FUNCTION private.void_ask_call(run uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.provider_calls c set is_void = true where c.run_id = run and c.action = 'ask'
$function$;

CREATE OR REPLACE FUNCTION private.void_calls(run uuid, ended_attempt integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.provider_calls c set is_void = true
  where c.run_id = run and c.attempt = ended_attempt
    and not exists (select from private.run_journal j where j.run_id = run and j.action = c.action)
$function$;

CREATE OR REPLACE FUNCTION private.wait_after(deaths integer)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when deaths < 2 then interval '0' else least(60, 5 * 2 ^ least(deaths - 2, 10)) * interval '1 second' end
$function$;

CREATE OR REPLACE FUNCTION private.wants_questions(owner uuid, task uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not t.has_notes and coalesce(s.asks_first, true)
  from public.tasks t left join public.user_settings s on s.user_id = owner
  where t.user_id = owner and t.id = task
$function$;

CREATE OR REPLACE FUNCTION private.welcome_digests(owner uuid, proved boolean)
 RETURNS SETOF bytea
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select sha256(s.salt || convert_to(known.as_name, 'UTF8'))
  from private.welcome_salt s cross join (
    select 'email ' || u.email as as_name from auth.users u
    where u.id = owner and (u.email_confirmed_at is not null or not proved)
    union all
    select 'phone ' || u.phone from auth.users u
    where u.id = owner and (u.phone_confirmed_at is not null or not proved)
    union all
    select i.provider || ' ' || i.provider_id from auth.identities i
    where i.user_id = owner and i.provider not in ('email', 'phone')
  ) known
  where known.as_name is not null
$function$;

CREATE OR REPLACE FUNCTION private.words_of(content text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
 SET client_min_messages TO 'warning'
AS $function$
  select to_tsvector('simple', translate(
    regexp_replace(normalize(left(content, 100000), nfd), '[\u0300-\u036f]', '', 'g'),
    '-_/@“”‘’„«»…–—·•', repeat(' ', 16)
  ))
$function$;

-- ==============================================================================================================
-- realtime

create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

create table realtime.changes (
  id bigint not null generated always as identity,
  transaction bigint not null default ((pg_current_xact_id())::text)::bigint,
  schema name not null,
  "table" name not null,
  type text not null,
  owner uuid,
  record jsonb,
  old_record jsonb,
  committed_at timestamp with time zone not null default clock_timestamp(),
  constraint changes_pkey PRIMARY KEY (transaction, id),
  constraint changes_type_check CHECK ((type = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text])))
);
CREATE INDEX changes_of_owner ON realtime.changes USING btree (owner, committed_at);
alter table realtime.changes enable row level security;

create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null default 'broadcast'::text,
  payload jsonb,
  binary_payload bytea,
  event text,
  private boolean not null default true,
  inserted_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_extension_check CHECK ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])))
);
CREATE INDEX messages_inserted_at_idx ON realtime.messages USING btree (inserted_at);
CREATE TRIGGER announce AFTER INSERT ON realtime.messages FOR EACH ROW WHEN ((new.extension = 'broadcast'::text)) EXECUTE FUNCTION realtime.announce_message();
alter table realtime.messages enable row level security;
create policy "people hear their own topic" on realtime.messages as permissive for select to authenticated
  using ((( SELECT realtime.topic() AS topic) = ('user:'::text || (( SELECT auth.uid() AS uid))::text)));
grant insert, select on realtime.messages to anon, authenticated;
grant insert, select, update on realtime.messages to service_role;

create table realtime.published (
  relation regclass not null,
  owner_column name,
  by_publication boolean not null default false,
  shape text,
  constraint published_pkey PRIMARY KEY (relation)
);
alter table realtime.published enable row level security;

CREATE OR REPLACE FUNCTION realtime.announce_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('realtime_messages', new.id::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if level is distinct from 'ROW' then
    raise exception 'realtime.broadcast_changes is for triggers FOR EACH ROW, not for each %', level;
  end if;
  if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'realtime.broadcast_changes knows no operation %', coalesce(operation, 'null');
  end if;
  perform realtime.send(
    jsonb_build_object('record', new, 'old_record', old, 'operation', operation,
                       'table', table_name, 'schema', table_schema),
    event_name, topic_name);
end
$function$;
grant execute on function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION realtime.capture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  primary_key constant text[] := tg_argv[1];
  whole_old_row constant boolean := tg_argv[2];
  new_row jsonb;
  old_row jsonb;
  owner uuid;
begin
  if clock_timestamp() > statement_timestamp() + nullif(current_setting('rest.patience', true), '')::interval then
    perform rest.out_of_time();
  end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if tg_argv[0] <> '' then owner := coalesce(new_row, old_row) ->> tg_argv[0]; end if;
  -- Keep a deleted row whole, so that filters on any column still match; the server cuts it down before sending.
  if tg_op = 'UPDATE' and not whole_old_row then
    select jsonb_object_agg(key, value) into old_row from jsonb_each(old_row) where key = any (primary_key);
  end if;
  insert into realtime.changes (schema, "table", type, owner, record, old_record)
  values (tg_table_schema, tg_table_name, tg_op, owner, new_row, old_row);
  -- Equal payloads of one transaction are sent once, so a bulk statement costs one notification.
  perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION realtime.follow_publication()
 RETURNS TABLE(changed text, problem text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  member record;
begin
  -- One at a time: a concurrent call returns, and finds the work done the next time. Don't wait for a busy table.
  if not pg_try_advisory_xact_lock(hashtext('realtime.follow_publication')) then return; end if;
  perform set_config('lock_timeout', '1s', true);
  delete from realtime.published p where not exists (select from pg_catalog.pg_class c where c.oid = p.relation);

  for member in
    select m.relation, m.is_partly from realtime.members() m
    where not exists (
      select from realtime.published p where p.relation = m.relation and (
        not p.by_publication or p.shape is not distinct from realtime.shape_of(m.relation)::text))
  loop
    changed := member.relation;
    problem := null;
    begin
      if member.is_partly then
        raise exception 'it is published with a condition or a list of columns, which is not supported';
      end if;
      perform realtime.watch(member.relation);
      update realtime.published p set by_publication = true where p.relation = member.relation;
    exception when others then
      problem := sqlerrm;
    end;
    return next;
  end loop;

  for member in
    select p.relation from realtime.published p
    where p.by_publication and p.relation not in (select m.relation from realtime.members() m)
  loop
    changed := member.relation;
    problem := null;
    begin
      execute format('drop trigger if exists realtime_capture on %s', member.relation);
      delete from realtime.published p where p.relation = member.relation;
    exception when others then
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION realtime.members()
 RETURNS TABLE(relation regclass, is_partly boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c.oid::regclass, exists (
    select from pg_catalog.pg_publication_rel r
    join pg_catalog.pg_publication p on p.oid = r.prpubid and p.pubname = 'supabase_realtime'
    where r.prrelid = c.oid and (r.prqual is not null or r.prattrs is not null))
  from pg_catalog.pg_publication_tables t
  join pg_catalog.pg_namespace n on n.nspname = t.schemaname
  join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = t.tablename
  where t.pubname = 'supabase_realtime' and n.nspname <> 'realtime' and (
    has_any_column_privilege('anon', c.oid, 'select') or has_any_column_privilege('authenticated', c.oid, 'select'))
$function$;

CREATE OR REPLACE FUNCTION realtime.prune(changes_older_than interval DEFAULT '01:00:00'::interval, messages_older_than interval DEFAULT '3 days'::interval)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from realtime.changes where committed_at < now() - changes_older_than;
  delete from realtime.messages where inserted_at < now() - messages_older_than;
$function$;

CREATE OR REPLACE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  message_id constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, topic, extension, event, private, payload)
  values (message_id, send.topic, 'broadcast', send.event, send.private,
          jsonb_build_object('id', message_id) || coalesce(send.payload, '{}'));
exception when others then
  raise warning 'the message was not sent: %', sqlerrm;
end
$function$;
grant execute on function realtime.send(payload jsonb, event text, topic text, private boolean) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION realtime.send_binary(payload bytea, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (topic, extension, event, private, binary_payload)
  values (send_binary.topic, 'broadcast', send_binary.event, send_binary.private, send_binary.payload);
exception when others then
  raise warning 'the message was not sent: %', sqlerrm;
end
$function$;
grant execute on function realtime.send_binary(payload bytea, event text, topic text, private boolean) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION realtime.shape_of(relation regclass, OUT key_columns text[], OUT whole_old_row boolean)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (select array_agg(a.attname::text order by a.attnum)
          from pg_catalog.pg_index i
          join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
          where i.indrelid = relation and i.indisprimary),
         (select relreplident = 'f' from pg_catalog.pg_class where oid = relation)
$function$;

CREATE OR REPLACE FUNCTION realtime.sight_of(relation regclass, asked_role name)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with applying as (
    select polpermissive, pg_catalog.pg_get_expr(polqual, polrelid) as condition
    from pg_catalog.pg_policy
    where polrelid = relation and polcmd in ('r', '*') and (
      0::oid = any (polroles)
      or exists (select from unnest(polroles) as named (role) where pg_has_role(asked_role, named.role, 'usage')))
  )
  select concat_ws(' and ',
    coalesce('(' || string_agg('(' || condition || ')', ' or ') filter (where polpermissive) || ')', 'false'),
    string_agg('(' || condition || ')', ' and ') filter (where not polpermissive))
  from applying
$function$;

CREATE OR REPLACE FUNCTION realtime.topic()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(current_setting('realtime.topic', true), '')
$function$;
grant execute on function realtime.topic() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION realtime.topic_rights(asked_topic text, asked_role name, claims jsonb, OUT read_broadcast boolean, OUT read_presence boolean, OUT write_broadcast boolean, OUT write_presence boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  broadcast_probe constant uuid := gen_random_uuid();
  presence_probe constant uuid := gen_random_uuid();
  visible uuid[];
begin
  read_broadcast := false; read_presence := false; write_broadcast := false; write_presence := false;
  perform set_config('realtime.topic', asked_topic, true);
  perform set_config('request.jwt.claims', claims::text, true);
  begin
    insert into realtime.messages (id, topic, extension)
    values (broadcast_probe, asked_topic, 'broadcast'), (presence_probe, asked_topic, 'presence');
    perform set_config('role', asked_role, true);
    begin
      select array_agg(id) into visible from realtime.messages where id in (broadcast_probe, presence_probe);
      read_broadcast := coalesce(broadcast_probe = any (visible), false);
      read_presence := coalesce(presence_probe = any (visible), false);
    exception when others then null;
    end;
    begin
      insert into realtime.messages (topic, extension) values (asked_topic, 'broadcast');
      write_broadcast := true;
    exception when others then null;
    end;
    begin
      insert into realtime.messages (topic, extension) values (asked_topic, 'presence');
      write_presence := true;
    exception when others then null;
    end;
    raise sqlstate 'RT000';
  exception when sqlstate 'RT000' then null;
  end;
end
$function$;

CREATE OR REPLACE FUNCTION realtime.watch(relation regclass, owner_column name DEFAULT NULL::name)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  shape record;
begin
  if owner_column is not null and not exists (
    select from pg_catalog.pg_attribute
    where attrelid = relation and attname = owner_column and atttypid = 'uuid'::regtype and not attisdropped
  ) then
    raise exception 'the owner column % of % must be a uuid', owner_column, relation;
  end if;
  select * into shape from realtime.shape_of(relation);
  if shape.key_columns is null then
    raise exception '% needs a primary key to be published', relation;
  end if;
  execute format(
    'create or replace trigger realtime_capture after insert or update or delete on %s
       for each row execute function realtime.capture(%L, %L, %L)',
    relation, coalesce(owner_column, ''), shape.key_columns, shape.whole_old_row);
  insert into realtime.published (relation, owner_column, by_publication, shape)
  values (watch.relation, watch.owner_column, false, shape::text)
  on conflict on constraint published_pkey do update
    set owner_column = excluded.owner_column, by_publication = false, shape = excluded.shape;
end
$function$;

-- ==============================================================================================================
-- rest

create schema rest;
grant usage on schema rest to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION rest.out_of_time()
 RETURNS boolean
 LANGUAGE plpgsql
 PARALLEL SAFE COST 0.01
 SET search_path TO ''
AS $function$
begin
  raise exception 'the statement took longer than it may'
    using errcode = 'query_canceled', hint = 'Ask for fewer rows or relations, or write in smaller steps.';
end
$function$;
grant execute on function rest.out_of_time() to anon, authenticated, service_role;

-- ==============================================================================================================
-- storage

create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  type text not null default 'STANDARD'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint buckets_pkey PRIMARY KEY (id),
  constraint buckets_name_key UNIQUE (name)
);
CREATE TRIGGER refuse_direct_delete BEFORE DELETE ON storage.buckets FOR EACH STATEMENT EXECUTE FUNCTION storage.refuse_direct_delete();
CREATE TRIGGER touch BEFORE UPDATE ON storage.buckets FOR EACH ROW EXECUTE FUNCTION storage.touch();
alter table storage.buckets enable row level security;
grant insert, select, update, delete on storage.buckets to authenticated, service_role;
grant select on storage.buckets to anon;

create table storage.loose_blobs (
  version text not null,
  since timestamp with time zone not null default now(),
  constraint loose_blobs_pkey PRIMARY KEY (version)
);
alter table storage.loose_blobs enable row level security;

create table storage.objects (
  id uuid not null default gen_random_uuid(),
  bucket_id text not null,
  name text not null,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  version text,
  path_tokens text[] generated always as (string_to_array(name, '/'::text)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_accessed_at timestamp with time zone not null default now(),
  constraint objects_pkey PRIMARY KEY (id),
  constraint objects_bucket_id_name_key UNIQUE (bucket_id, name),
  constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id)
);
CREATE INDEX objects_version ON storage.objects USING btree (version COLLATE "C");
CREATE TRIGGER check_room BEFORE INSERT ON storage.objects FOR EACH ROW WHEN ((new.bucket_id = 'task-attachments'::text)) EXECUTE FUNCTION private.check_room_for_file();
CREATE TRIGGER refuse_direct_delete BEFORE DELETE ON storage.objects FOR EACH STATEMENT EXECUTE FUNCTION storage.refuse_direct_delete();
CREATE TRIGGER touch BEFORE UPDATE ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.touch();
CREATE TRIGGER track_blob AFTER INSERT OR DELETE OR UPDATE OF version ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.track_blob();
alter table storage.objects enable row level security;
create policy "people add files under their own id" on storage.objects as permissive for insert to authenticated
  with check (((bucket_id = 'task-attachments'::text) AND private.is_own_file_name(name, ( SELECT auth.uid() AS uid)) AND private.has_room_for_file(name, (1)::bigint)));
create policy "people fetch their own archives" on storage.objects as permissive for select to authenticated
  using (((bucket_id = 'account-exports'::text) AND (EXISTS ( SELECT
   FROM public.account_exports e
  WHERE ((e.path = objects.name) AND (e.user_id = ( SELECT auth.uid() AS uid)) AND (e.expires_at > now()))))));
create policy "people remove their own attachments" on storage.objects as permissive for delete to authenticated
  using (((bucket_id = 'task-attachments'::text) AND private.is_own_file_name(name, ( SELECT auth.uid() AS uid))));
create policy "people replace and rename their own attachments" on storage.objects as permissive for update to authenticated
  using (((bucket_id = 'task-attachments'::text) AND private.is_own_file_name(name, ( SELECT auth.uid() AS uid))))
  with check (((bucket_id = 'task-attachments'::text) AND private.is_own_file_name(name, ( SELECT auth.uid() AS uid))));
create policy "people see their own files" on storage.objects as permissive for select to authenticated
  using (((bucket_id = ANY (ARRAY['task-attachments'::text, 'ai-outputs'::text])) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));
grant insert, select, update, delete on storage.objects to authenticated, service_role;
grant select on storage.objects to anon;

CREATE OR REPLACE FUNCTION storage.extension(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(substring(storage.filename(name) from '\.([^.]*)$'), '')
$function$;
grant execute on function storage.extension(name text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.filename(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$function$;
grant execute on function storage.filename(name text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.foldername(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (string_to_array(name, '/'))[1:array_length(string_to_array(name, '/'), 1) - 1]
$function$;
grant execute on function storage.foldername(name text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.operation()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(current_setting('storage.operation', true), '')
$function$;
grant execute on function storage.operation() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.refuse_direct_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION storage.touch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION storage.track_blob()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

-- ==============================================================================================================
-- public

create schema public;
grant usage on schema public to anon, authenticated, service_role;

create table public.account_exports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  status text not null default 'queued'::text,
  attempts integer not null default 0,
  files_total integer not null default 0,
  files_done integer not null default 0,
  path text not null,
  size bigint,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint account_exports_pkey PRIMARY KEY (id),
  constraint account_exports_path_key UNIQUE (path),
  constraint account_exports_check CHECK ((files_done <= files_total)),
  constraint account_exports_check1 CHECK (((status = 'ready'::text) = (expires_at IS NOT NULL))),
  constraint account_exports_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'ready'::text, 'failed'::text]))),
  constraint account_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX account_exports_newest_first ON public.account_exports USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX account_exports_one_at_work ON public.account_exports USING btree (user_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE TRIGGER realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.account_exports FOR EACH ROW EXECUTE FUNCTION realtime.capture('user_id', '{id}', 'f');
alter table public.account_exports enable row level security;
create policy "people see their own exports" on public.account_exports as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.account_exports to authenticated, service_role;

create table public.ai_responses (
  id uuid not null default gen_random_uuid(),
  task_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  content text not null,
  preview text not null default ''::text,
  model_used text not null,
  is_demo boolean not null default false,
  notices jsonb not null default '[]'::jsonb,
  files jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  evidence jsonb,
  source_count integer not null default 0,
  gap_count integer not null default 0,
  constraint ai_responses_pkey PRIMARY KEY (id),
  constraint ai_responses_run_id_key UNIQUE (run_id),
  constraint ai_responses_content_check CHECK ((content <> ''::text)),
  constraint ai_responses_evidence_check CHECK ((jsonb_typeof(evidence) = 'object'::text)),
  constraint ai_responses_files_check CHECK ((jsonb_typeof(files) = 'array'::text)),
  constraint ai_responses_notices_check CHECK ((jsonb_typeof(notices) = 'array'::text)),
  constraint ai_responses_user_id_run_id_fkey FOREIGN KEY (user_id, run_id) REFERENCES public.ai_runs(user_id, id) ON DELETE CASCADE,
  constraint ai_responses_user_id_task_id_fkey FOREIGN KEY (user_id, task_id) REFERENCES public.tasks(user_id, id) ON DELETE CASCADE
);
CREATE INDEX ai_responses_of_run ON public.ai_responses USING btree (user_id, run_id);
CREATE INDEX ai_responses_of_task ON public.ai_responses USING btree (user_id, task_id, created_at DESC);
CREATE TRIGGER count_evidence BEFORE INSERT OR UPDATE OF evidence ON public.ai_responses FOR EACH ROW EXECUTE FUNCTION private.count_evidence();
CREATE TRIGGER forget_words AFTER DELETE ON public.ai_responses FOR EACH ROW EXECUTE FUNCTION private.forget_words();
CREATE TRIGGER keep_words AFTER INSERT OR UPDATE OF content ON public.ai_responses FOR EACH ROW EXECUTE FUNCTION private.keep_words('answer');
CREATE TRIGGER realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.ai_responses FOR EACH ROW EXECUTE FUNCTION realtime.capture('user_id', '{id}', 'f');
alter table public.ai_responses enable row level security;
create policy "people read the answers to their own tasks" on public.ai_responses as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.ai_responses to authenticated, service_role;

create table public.ai_run_events (
  run_id uuid not null,
  seq integer not null,
  user_id uuid not null,
  task_id uuid not null,
  attempt integer not null,
  key text not null,
  params jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint ai_run_events_pkey PRIMARY KEY (run_id, seq),
  constraint ai_run_events_user_id_run_id_fkey FOREIGN KEY (user_id, run_id) REFERENCES public.ai_runs(user_id, id) ON DELETE CASCADE
);
CREATE INDEX ai_run_events_of_run ON public.ai_run_events USING btree (user_id, run_id);
CREATE INDEX ai_run_events_of_task ON public.ai_run_events USING btree (user_id, task_id);
CREATE TRIGGER realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.ai_run_events FOR EACH ROW EXECUTE FUNCTION realtime.capture('user_id', '{run_id,seq}', 'f');
alter table public.ai_run_events enable row level security;
create policy "people read the events of their own runs" on public.ai_run_events as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.ai_run_events to authenticated, service_role;

create table public.ai_runs (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  task_id uuid not null,
  project_id uuid,
  parent_run_id uuid,
  ai_task_type text not null,
  language text not null default 'en'::text,
  options jsonb not null default '{}'::jsonb,
  status text not null default 'queued'::text,
  attempt integer not null default 0,
  is_demo boolean not null default false,
  partial_text text not null default ''::text,
  error_code text,
  error_message text,
  model_used text,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  task_notes text,
  slip_number integer,
  opened_at timestamp with time zone,
  is_folded boolean,
  about jsonb,
  contract jsonb,
  contract_outcome jsonb,
  questions jsonb,
  answers jsonb,
  waits_until timestamp with time zone,
  is_unpaid boolean,
  contract_version smallint not null default 1,
  constraint ai_runs_pkey PRIMARY KEY (id),
  constraint ai_runs_user_id_id_key UNIQUE (user_id, id),
  constraint ai_runs_ai_task_type_check CHECK ((ai_task_type = ANY (ARRAY['answer'::text, 'reasoning'::text, 'create_image'::text, 'image_edit'::text, 'research'::text, 'web_search'::text, 'data_analysis'::text, 'doc_summary'::text]))),
  constraint ai_runs_answers_check CHECK ((jsonb_typeof(answers) = 'array'::text)),
  constraint ai_runs_check CHECK (((finished_at IS NOT NULL) = (status = ANY (ARRAY['succeeded'::text, 'failed'::text, 'cancelled'::text])))),
  constraint ai_runs_check1 CHECK (((error_code IS NOT NULL) = (status = 'failed'::text))),
  constraint ai_runs_contract_check CHECK ((jsonb_typeof(contract) = 'object'::text)),
  constraint ai_runs_keep_their_contract CHECK (((status <> 'succeeded'::text) OR (contract IS NULL) OR ((contract_outcome @> '{"kept": true}'::jsonb) IS TRUE))),
  constraint ai_runs_questions_check CHECK ((jsonb_typeof(questions) = 'array'::text)),
  constraint ai_runs_slip_number_check CHECK ((slip_number > 0)),
  constraint ai_runs_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text]))),
  constraint ai_runs_success_is_paid CHECK (((status <> 'succeeded'::text) OR (is_unpaid IS NOT TRUE))),
  constraint ai_runs_waits_for_answers CHECK (((status <> 'waiting'::text) OR ((is_unpaid IS TRUE) AND (questions IS NOT NULL) AND (answers IS NULL) AND (waits_until IS NOT NULL)))),
  constraint ai_runs_user_id_parent_run_id_fkey FOREIGN KEY (user_id, parent_run_id) REFERENCES public.ai_runs(user_id, id) ON DELETE SET NULL (parent_run_id),
  constraint ai_runs_user_id_project_id_fkey FOREIGN KEY (user_id, project_id) REFERENCES public.projects(user_id, id) ON DELETE SET NULL (project_id),
  constraint ai_runs_user_id_task_id_fkey FOREIGN KEY (user_id, task_id) REFERENCES public.tasks(user_id, id) ON DELETE CASCADE
);
CREATE INDEX ai_runs_newest_first ON public.ai_runs USING btree (user_id, created_at DESC);
CREATE INDEX ai_runs_of_task ON public.ai_runs USING btree (user_id, task_id, created_at DESC);
CREATE UNIQUE INDEX ai_runs_one_live_per_task ON public.ai_runs USING btree (task_id) WHERE (status = ANY (ARRAY['waiting'::text, 'queued'::text, 'running'::text]));
CREATE INDEX ai_runs_parent_run_id ON public.ai_runs USING btree (user_id, parent_run_id) WHERE (parent_run_id IS NOT NULL);
CREATE INDEX ai_runs_project_id ON public.ai_runs USING btree (user_id, project_id) WHERE (project_id IS NOT NULL);
CREATE UNIQUE INDEX ai_runs_slip_number ON public.ai_runs USING btree (user_id, slip_number) WHERE (slip_number IS NOT NULL);
CREATE INDEX ai_runs_unpaid ON public.ai_runs USING btree (user_id) WHERE (is_unpaid AND (status = ANY (ARRAY['waiting'::text, 'queued'::text, 'running'::text])));
CREATE TRIGGER copy_about_me BEFORE INSERT ON public.ai_runs FOR EACH ROW WHEN ((new.status = 'queued'::text)) EXECUTE FUNCTION private.copy_about_me();
CREATE TRIGGER copy_task_notes BEFORE INSERT ON public.ai_runs FOR EACH ROW WHEN ((new.status = 'queued'::text)) EXECUTE FUNCTION private.copy_task_notes();
CREATE TRIGGER hold_contract_version BEFORE UPDATE ON public.ai_runs FOR EACH ROW WHEN (((old.contract_version <> new.contract_version) OR (old.is_demo <> new.is_demo))) EXECUTE FUNCTION private.hold_to_contract();
CREATE TRIGGER hold_to_contract BEFORE UPDATE ON public.ai_runs FOR EACH ROW WHEN (((old.contract IS DISTINCT FROM new.contract) OR ((old.status = 'succeeded'::text) AND (old.contract_outcome IS DISTINCT FROM new.contract_outcome)))) EXECUTE FUNCTION private.hold_to_contract();
CREATE TRIGGER note_charged_run AFTER INSERT ON public.ai_runs FOR EACH ROW WHEN ((NOT new.is_demo)) EXECUTE FUNCTION private.note_charged_run();
CREATE TRIGGER number_slip BEFORE INSERT OR UPDATE OF status ON public.ai_runs FOR EACH ROW WHEN (((new.status = 'succeeded'::text) AND (new.slip_number IS NULL))) EXECUTE FUNCTION private.number_slip();
CREATE TRIGGER realtime_capture AFTER INSERT OR DELETE ON public.ai_runs FOR EACH ROW EXECUTE FUNCTION realtime.capture('user_id', '{id}', 'f');
CREATE TRIGGER realtime_capture_update AFTER UPDATE ON public.ai_runs FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.attempt IS DISTINCT FROM new.attempt)) OR (old.partial_text = new.partial_text))) EXECUTE FUNCTION realtime.capture('user_id', '{id}', 'f');
CREATE TRIGGER require_contract BEFORE INSERT ON public.ai_runs FOR EACH ROW WHEN (((new.contract IS NULL) AND (NOT new.is_demo) AND (new.finished_at IS NULL))) EXECUTE FUNCTION private.require_contract();
CREATE TRIGGER require_contract_of_finished BEFORE INSERT ON public.ai_runs FOR EACH ROW WHEN (((new.contract IS NULL) AND (NOT new.is_demo) AND (new.finished_at IS NOT NULL) AND (new.contract_version > 0))) EXECUTE FUNCTION private.require_contract();
alter table public.ai_runs enable row level security;
create policy "people open and fold their own slips" on public.ai_runs as permissive for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people read their own runs" on public.ai_runs as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.ai_runs to service_role;
grant select, update (opened_at, is_folded) on public.ai_runs to authenticated;

create table public.credit_entries (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  grant_id uuid not null,
  kind text not null,
  amount integer not null,
  run_id uuid,
  reason text,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint credit_entries_pkey PRIMARY KEY (id),
  constraint credit_entries_run_id_kind_key UNIQUE (run_id, kind),
  constraint credit_entries_check CHECK (
CASE kind
    WHEN 'debit'::text THEN ((amount = '-1'::integer) AND (run_id IS NOT NULL))
    WHEN 'refund'::text THEN ((amount = 1) AND (run_id IS NOT NULL) AND (reason IS NOT NULL))
    WHEN 'revoke'::text THEN ((amount < 0) AND (run_id IS NULL) AND (reason IS NOT NULL))
    ELSE (amount <= 0)
END),
  constraint credit_entries_kind_check CHECK ((kind = ANY (ARRAY['debit'::text, 'refund'::text, 'revoke'::text, 'expire'::text]))),
  constraint credit_entries_user_id_grant_id_fkey FOREIGN KEY (user_id, grant_id) REFERENCES public.credit_grants(user_id, id)
);
CREATE INDEX credit_entries_newest_first ON public.credit_entries USING btree (user_id, created_at DESC);
CREATE INDEX credit_entries_of_grant ON public.credit_entries USING btree (grant_id);
CREATE UNIQUE INDEX credit_entries_one_closing ON public.credit_entries USING btree (grant_id) WHERE ((kind = 'expire'::text) AND (run_id IS NULL));
CREATE UNIQUE INDEX credit_entries_one_revocation ON public.credit_entries USING btree (grant_id, reason) WHERE (kind = 'revoke'::text);
CREATE TRIGGER insert_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.credit_entries FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_rewriting();
CREATE TRIGGER post AFTER INSERT ON public.credit_entries FOR EACH ROW EXECUTE FUNCTION private.post_to_balances();
alter table public.credit_entries enable row level security;
create policy "people read their own entries" on public.credit_entries as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.credit_entries to authenticated, service_role;

create table public.credit_grants (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  amount integer not null,
  expires_at timestamp with time zone,
  source text not null,
  source_ref text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint credit_grants_pkey PRIMARY KEY (id),
  constraint credit_grants_source_source_ref_key UNIQUE (source, source_ref),
  constraint credit_grants_user_id_id_key UNIQUE (user_id, id),
  constraint credit_grants_amount_check CHECK ((amount > 0)),
  constraint credit_grants_kind_check CHECK ((kind = ANY (ARRAY['welcome'::text, 'monthly'::text, 'pack'::text, 'redeem'::text, 'operator'::text])))
);
CREATE INDEX credit_grants_newest_first ON public.credit_grants USING btree (user_id, created_at DESC);
CREATE TRIGGER insert_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.credit_grants FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_rewriting();
CREATE TRIGGER post AFTER INSERT ON public.credit_grants FOR EACH ROW EXECUTE FUNCTION private.post_to_balances();
alter table public.credit_grants enable row level security;
create policy "people read their own grants" on public.credit_grants as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.credit_grants to authenticated, service_role;

create table public.profiles (
  id uuid not null,
  email text,
  full_name text not null default ''::text,
  subscription_tier text not null default 'free'::text,
  credits_used integer not null default 0,
  credits_limit integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_check CHECK ((credits_used <= credits_limit)),
  constraint profiles_credits_used_check CHECK ((credits_used >= 0)),
  constraint profiles_full_name_check CHECK ((char_length(full_name) <= 200)),
  constraint profiles_subscription_tier_check CHECK ((subscription_tier = ANY (ARRAY['free'::text, 'start'::text, 'pro'::text, 'premium'::text]))),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE TRIGGER mirror_credits AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.mirror_to_new_profile();
CREATE TRIGGER realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION realtime.capture('id', '{id}', 'f');
CREATE TRIGGER stamp_update BEFORE UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.stamp_update();
alter table public.profiles enable row level security;
create policy "people read their own profile" on public.profiles as permissive for select to authenticated
  using ((id = ( SELECT auth.uid() AS uid)));
create policy "people rename themselves" on public.profiles as permissive for update to authenticated
  using ((id = ( SELECT auth.uid() AS uid)))
  with check ((id = ( SELECT auth.uid() AS uid)));
grant select on public.profiles to anon, service_role;
grant select, update (full_name) on public.profiles to authenticated;

create table public.projects (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null,
  description text,
  category text not null default 'personal'::text,
  client_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_user_id_client_id_key UNIQUE (user_id, client_id),
  constraint projects_user_id_id_key UNIQUE (user_id, id),
  constraint projects_category_check CHECK ((category = ANY (ARRAY['personal'::text, 'work'::text]))),
  constraint projects_description_check CHECK ((char_length(description) <= 5000)),
  constraint projects_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint projects_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX projects_newest_first ON public.projects USING btree (user_id, created_at DESC, id DESC);
CREATE TRIGGER count_text AFTER INSERT OR UPDATE OF name, description ON public.projects FOR EACH ROW WHEN (((random() * (8192)::double precision) < (((200 + octet_length(new.name)) + COALESCE(octet_length(new.description), 0)))::double precision)) EXECUTE FUNCTION private.count_text();
CREATE TRIGGER forget_words AFTER DELETE ON public.projects FOR EACH ROW EXECUTE FUNCTION private.forget_words();
CREATE TRIGGER keep_words AFTER INSERT OR UPDATE OF name, description ON public.projects FOR EACH ROW EXECUTE FUNCTION private.keep_words('project');
CREATE TRIGGER lock_user BEFORE DELETE ON public.projects FOR EACH STATEMENT EXECUTE FUNCTION private.lock_deleting_user();
CREATE TRIGGER realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION realtime.capture('user_id', '{id}', 'f');
CREATE TRIGGER tidy BEFORE INSERT OR UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION private.tidy_project();
CREATE TRIGGER to_trash BEFORE DELETE ON public.projects FOR EACH ROW EXECUTE FUNCTION private.trash_project();
alter table public.projects enable row level security;
create policy "people add projects of their own" on public.projects as permissive for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people change their own projects" on public.projects as permissive for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people delete their own projects" on public.projects as permissive for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people read their own projects" on public.projects as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select, delete, insert (user_id, name, description, category, client_id, created_at, updated_at), update (name, description, category, updated_at) on public.projects to authenticated, service_role;

create table public.purchases (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  item text not null,
  amount_cents integer not null,
  refunded_cents integer not null default 0,
  currency text not null,
  is_disputed boolean not null default false,
  is_test boolean not null,
  payment_ref text not null,
  checkout_ref text,
  paid_at timestamp with time zone not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint purchases_pkey PRIMARY KEY (id),
  constraint purchases_payment_ref_key UNIQUE (payment_ref),
  constraint purchases_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint purchases_check CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents)))
);
CREATE INDEX purchases_checkout ON public.purchases USING btree (checkout_ref);
CREATE INDEX purchases_newest_first ON public.purchases USING btree (user_id, paid_at DESC);
alter table public.purchases enable row level security;
create policy "people read their own purchases" on public.purchases as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.purchases to authenticated, service_role;

create table public.redeem_codes (
  id uuid not null default gen_random_uuid(),
  code_hash bytea not null,
  credits integer not null,
  uses integer not null default 1,
  used integer not null default 0,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  note text not null default ''::text,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint redeem_codes_pkey PRIMARY KEY (id),
  constraint redeem_codes_code_hash_key UNIQUE (code_hash),
  constraint redeem_codes_check CHECK (((used >= 0) AND (used <= uses))),
  constraint redeem_codes_credits_check CHECK (((credits >= 1) AND (credits <= 100000))),
  constraint redeem_codes_note_check CHECK ((char_length(note) <= 200)),
  constraint redeem_codes_uses_check CHECK (((uses >= 1) AND (uses <= 1000000)))
);
CREATE INDEX redeem_codes_newest_first ON public.redeem_codes USING btree (created_at DESC);
alter table public.redeem_codes enable row level security;
grant select on public.redeem_codes to service_role;

create table public.result_mails (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  run_id uuid not null,
  email text not null,
  with_receipt boolean not null,
  status text not null default 'queued'::text,
  error_code text,
  attempts integer not null default 0,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint result_mails_pkey PRIMARY KEY (id),
  constraint result_mails_check CHECK (((status = 'failed'::text) = (error_code IS NOT NULL))),
  constraint result_mails_error_code_check CHECK ((error_code = ANY (ARRAY['too_large'::text, 'refused'::text, 'unavailable'::text]))),
  constraint result_mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text]))),
  constraint result_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint result_mails_user_id_run_id_fkey FOREIGN KEY (user_id, run_id) REFERENCES public.ai_runs(user_id, id) ON DELETE CASCADE
);
CREATE INDEX result_mails_of_run ON public.result_mails USING btree (user_id, run_id, created_at DESC);
CREATE UNIQUE INDEX result_mails_one_at_work ON public.result_mails USING btree (user_id, run_id) WHERE (status = ANY (ARRAY['queued'::text, 'sending'::text]));
alter table public.result_mails enable row level security;
create policy "people see their own mails" on public.result_mails as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.result_mails to authenticated, service_role;

create table public.search_words (
  user_id uuid not null,
  kind text not null,
  item_id uuid not null,
  words tsvector not null,
  constraint search_words_pkey PRIMARY KEY (user_id, item_id),
  constraint search_words_kind_check CHECK ((kind = ANY (ARRAY['task'::text, 'project'::text, 'answer'::text])))
);
CREATE INDEX search_words_beside_tasks ON public.search_words USING btree (user_id) WHERE (kind <> 'task'::text);
alter table public.search_words enable row level security;
create policy "people search their own words" on public.search_words as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.search_words to authenticated, service_role;

create table public.subscriptions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  item text not null,
  status text not null,
  paid_until timestamp with time zone,
  cancels_at timestamp with time zone,
  ended_at timestamp with time zone,
  is_test boolean not null,
  account text not null,
  subscription_ref text not null,
  price_ref text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  started_at timestamp with time zone not null default clock_timestamp(),
  price_cents integer,
  price_currency text,
  credits integer,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_subscription_ref_key UNIQUE (subscription_ref),
  constraint subscriptions_account_check CHECK ((account = ANY (ARRAY['local'::text, 'stripe_test'::text, 'stripe_live'::text]))),
  constraint subscriptions_credits_check CHECK ((credits > 0)),
  constraint subscriptions_item_check CHECK ((item = ANY (ARRAY['start_monthly'::text, 'start_yearly'::text, 'pro_monthly'::text, 'pro_yearly'::text]))),
  constraint subscriptions_price_cents_check CHECK ((price_cents >= 0)),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['incomplete'::text, 'active'::text, 'unpaid'::text, 'ended'::text])))
);
CREATE INDEX subscriptions_running ON public.subscriptions USING btree (account, paid_until) WHERE (status <> 'ended'::text);
CREATE INDEX subscriptions_user_id ON public.subscriptions USING btree (user_id);
CREATE TRIGGER realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION realtime.capture('user_id', '{id}', 'f');
CREATE TRIGGER stamp_update BEFORE UPDATE ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION private.stamp_update();
alter table public.subscriptions enable row level security;
create policy "people read their own subscriptions" on public.subscriptions as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.subscriptions to authenticated, service_role;

create table public.task_files (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  task_id uuid not null,
  run_id uuid,
  bucket text not null,
  path text not null,
  name text not null,
  type text not null,
  size bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint task_files_pkey PRIMARY KEY (id),
  constraint task_files_task_id_bucket_path_key UNIQUE (task_id, bucket, path),
  constraint task_files_check CHECK ((bucket =
CASE
    WHEN (run_id IS NULL) THEN 'task-attachments'::text
    ELSE 'ai-outputs'::text
END)),
  constraint task_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX task_files_of_object ON public.task_files USING btree (bucket, path);
CREATE INDEX task_files_of_task ON public.task_files USING btree (user_id, task_id, created_at);
alter table public.task_files enable row level security;
create policy "people see which files their tasks have" on public.task_files as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.task_files to authenticated, service_role;

create table public.tasks (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  title text not null,
  category text not null default 'personal'::text,
  priority text not null default 'medium'::text,
  timeframe text not null default 'today'::text,
  is_completed boolean not null default false,
  completed_at timestamp with time zone,
  ai_assisted boolean not null default false,
  ai_task_type text,
  project_id uuid,
  client_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  notes text not null default ''::text,
  has_notes boolean not null default false,
  due_on date,
  is_dated boolean not null default false,
  rank text,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_user_id_client_id_key UNIQUE (user_id, client_id),
  constraint tasks_user_id_id_key UNIQUE (user_id, id),
  constraint tasks_ai_task_type_check CHECK ((ai_task_type = ANY (ARRAY['answer'::text, 'reasoning'::text, 'create_image'::text, 'image_edit'::text, 'research'::text, 'web_search'::text, 'data_analysis'::text, 'doc_summary'::text]))),
  constraint tasks_category_check CHECK ((category = ANY (ARRAY['personal'::text, 'work'::text]))),
  constraint tasks_check CHECK ((is_completed = (completed_at IS NOT NULL))),
  constraint tasks_due_on_check CHECK (((due_on >= '0001-01-01'::date) AND (due_on <= '9999-12-31'::date))),
  constraint tasks_priority_check CHECK ((priority = ANY (ARRAY['urgent'::text, 'high'::text, 'medium'::text, 'low'::text, 'nice_to'::text]))),
  constraint tasks_rank_check CHECK (((rank ~ '^[A-Za-z][0-9A-Za-z]*[1-9A-Za-z]$'::text) AND (char_length(rank) <= 64))),
  constraint tasks_timeframe_check CHECK ((timeframe = ANY (ARRAY['today'::text, 'tomorrow'::text, 'next_weekend'::text, 'future'::text]))),
  constraint tasks_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 1000))),
  constraint tasks_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint tasks_user_id_project_id_fkey FOREIGN KEY (user_id, project_id) REFERENCES public.projects(user_id, id) ON DELETE SET NULL (project_id)
);
CREATE INDEX tasks_by_state ON public.tasks USING btree (user_id, is_completed, created_at DESC, id DESC);
CREATE INDEX tasks_newest_first ON public.tasks USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX tasks_of_project ON public.tasks USING btree (user_id, project_id, created_at DESC) WHERE (project_id IS NOT NULL);
CREATE TRIGGER count_text AFTER INSERT OR UPDATE OF title, notes ON public.tasks FOR EACH ROW WHEN (((random() * (8192)::double precision) < (((200 + octet_length(new.title)) + octet_length(new.notes)))::double precision)) EXECUTE FUNCTION private.count_text();
CREATE TRIGGER date_given BEFORE UPDATE OF due_on ON public.tasks FOR EACH ROW EXECUTE FUNCTION private.note_given_day();
CREATE TRIGGER date_task BEFORE INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION private.date_task();
CREATE TRIGGER forget_words AFTER DELETE ON public.tasks FOR EACH ROW EXECUTE FUNCTION private.forget_words();
CREATE TRIGGER keep_notes BEFORE INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION private.keep_notes();
CREATE TRIGGER keep_words AFTER INSERT OR UPDATE OF title, notes ON public.tasks FOR EACH ROW EXECUTE FUNCTION private.keep_words('task');
CREATE TRIGGER lock_user BEFORE DELETE ON public.tasks FOR EACH STATEMENT EXECUTE FUNCTION private.lock_deleting_user();
CREATE TRIGGER realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION realtime.capture('user_id', '{id}', 'f');
CREATE TRIGGER tidy BEFORE INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION private.tidy_task();
CREATE TRIGGER to_trash BEFORE DELETE ON public.tasks FOR EACH ROW EXECUTE FUNCTION private.trash_task();
alter table public.tasks enable row level security;
create policy "people add tasks of their own, not yet delegated" on public.tasks as permissive for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (NOT ai_assisted)));
create policy "people change their own tasks" on public.tasks as permissive for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people delete their own tasks" on public.tasks as permissive for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people read their own tasks" on public.tasks as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select, delete, insert (user_id, title, category, priority, timeframe, is_completed, ai_assisted, ai_task_type, project_id, client_id, created_at, updated_at, notes, due_on, is_dated, rank), update (title, category, priority, timeframe, is_completed, ai_task_type, project_id, updated_at, notes, due_on, is_dated, rank) on public.tasks to authenticated, service_role;

create table public.trash (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  title text not null,
  deleted_at timestamp with time zone not null default now(),
  constraint trash_pkey PRIMARY KEY (id),
  constraint trash_kind_check CHECK ((kind = ANY (ARRAY['task'::text, 'project'::text]))),
  constraint trash_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX trash_deleted_at ON public.trash USING btree (deleted_at);
CREATE INDEX trash_newest_first ON public.trash USING btree (user_id, deleted_at DESC);
CREATE TRIGGER realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.trash FOR EACH ROW EXECUTE FUNCTION realtime.capture('user_id', '{id}', 'f');
alter table public.trash enable row level security;
create policy "people empty their own trash" on public.trash as permissive for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people read their own trash" on public.trash as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select, delete on public.trash to authenticated, service_role;

create table public.user_consent (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  email text,
  full_name text,
  terms_accepted boolean not null,
  marketing_accepted boolean not null default false,
  ip_address text,
  accepted_at timestamp with time zone not null default now(),
  terms_version text not null,
  constraint user_consent_pkey PRIMARY KEY (id)
);
CREATE INDEX user_consent_user_id ON public.user_consent USING btree (user_id);
alter table public.user_consent enable row level security;
create policy "people read their own consent" on public.user_consent as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.user_consent to authenticated, service_role;

create table public.user_settings (
  user_id uuid not null,
  answer_language text not null default 'en'::text,
  remove_oldest_completed boolean not null default true,
  compact_rows boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  about_country text,
  about_currency text,
  about_units text,
  about_tone text,
  about_facts text not null default ''::text,
  sends_about boolean not null default true,
  asks_first boolean not null default true,
  constraint user_settings_pkey PRIMARY KEY (user_id),
  constraint user_settings_about_country_check CHECK ((about_country ~ '^[A-Z]{2}$'::text)),
  constraint user_settings_about_currency_check CHECK ((about_currency ~ '^[A-Z]{3}$'::text)),
  constraint user_settings_about_facts_check CHECK ((char_length(about_facts) <= 600)),
  constraint user_settings_about_tone_check CHECK ((about_tone = ANY (ARRAY['friendly'::text, 'plain'::text, 'formal'::text]))),
  constraint user_settings_about_units_check CHECK ((about_units = ANY (ARRAY['metric'::text, 'uk'::text, 'us'::text]))),
  constraint user_settings_answer_language_check CHECK ((answer_language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'it'::text, 'es'::text, 'pt'::text, 'nl'::text, 'zh'::text, 'hi'::text, 'ar'::text, 'bn'::text, 'ru'::text, 'ja'::text, 'pa'::text, 'jv'::text, 'te'::text, 'mr'::text, 'ta'::text, 'tr'::text, 'ko'::text, 'vi'::text, 'ur'::text, 'gu'::text, 'pl'::text, 'uk'::text, 'fa'::text, 'my'::text, 'th'::text]))),
  constraint user_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE TRIGGER realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.user_settings FOR EACH ROW EXECUTE FUNCTION realtime.capture('user_id', '{user_id}', 'f');
CREATE TRIGGER stamp_update BEFORE UPDATE ON public.user_settings FOR EACH ROW EXECUTE FUNCTION private.stamp_update();
alter table public.user_settings enable row level security;
create policy "people change their own settings" on public.user_settings as permissive for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people read their own settings" on public.user_settings as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on public.user_settings to service_role;
grant select, update (answer_language, remove_oldest_completed, compact_rows, about_country, about_currency, about_units, about_tone, about_facts, sends_about, asks_first) on public.user_settings to authenticated;

CREATE OR REPLACE FUNCTION public.credit_history()
 RETURNS TABLE(line bigint, created_at timestamp with time zone, kind text, amount integer, balance bigint, expires_at timestamp with time zone, run_id uuid, ai_task_type text, task_title text, reason text, error_code text, slip_number integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with ledger as (
    -- `place` orders lines of one moment by cause and effect.
    select g.id, g.created_at, 0 as place, g.kind, g.amount, g.expires_at, null::uuid as run_id, null as reason
    from public.credit_grants g where g.user_id = auth.uid()
    union all
    select e.id, e.created_at, case e.kind when 'debit' then 1 when 'refund' then 2 else 3 end, e.kind, e.amount,
           null, e.run_id, e.reason
    -- 0 closes a grant that was fully spent: not worth a line.
    from public.credit_entries e where e.user_id = auth.uid() and e.amount <> 0
  ),
  counted as (
    select l.*,
      row_number() over moments as line,
      sum(l.amount) over moments as balance
    from ledger l
    window moments as (order by l.created_at, l.place, l.id)
  )
  select c.line, c.created_at, c.kind, c.amount, c.balance, c.expires_at, c.run_id, n.ai_task_type,
    coalesce(t.title, b.title), c.reason, r.error_code, n.slip_number
  from counted c
  left join private.charged_runs n on n.run_id = c.run_id
  left join public.ai_runs r on r.id = c.run_id
  left join public.tasks t on t.id = n.task_id
  left join public.trash b on b.id = n.task_id
  order by c.line desc
$function$;
grant execute on function public.credit_history() to authenticated;

CREATE OR REPLACE FUNCTION public.credits_left()
 RETURNS TABLE(grant_id uuid, kind text, granted integer, remaining integer, expires_at timestamp with time zone, granted_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select b.grant_id, g.kind, b.granted, b.granted - b.spent, b.expires_at, b.granted_at
  from private.credit_balances b join public.credit_grants g on g.id = b.grant_id
  where b.user_id = auth.uid() and b.spent < b.granted and (b.expires_at is null or b.expires_at > now())
  order by b.expires_at nulls last, b.granted_at, b.grant_id
$function$;
grant execute on function public.credits_left() to authenticated;

CREATE OR REPLACE FUNCTION public.end_session(session_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = auth.uid();
  if not found then return false; end if;
  insert into auth.audit_log_entries (id, payload, ip_address, created_at) values (
    gen_random_uuid(), jsonb_build_object('action', 'logout', 'actor_id', auth.uid()),
    coalesce(current_setting('request.ip', true), ''), now());
  return true;
end
$function$;
grant execute on function public.end_session(session_id uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.list_sessions()
 RETURNS TABLE(session_id uuid, signed_in_at timestamp with time zone, last_used_at timestamp with time zone, user_agent text, ip_address text, is_current boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id, s.created_at, coalesce(s.refreshed_at::timestamptz, s.created_at), s.user_agent, host(s.ip),
         s.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by 6 desc, 3 desc, 1
$function$;
grant execute on function public.list_sessions() to authenticated;

CREATE OR REPLACE FUNCTION public.missed_changes(since timestamp with time zone DEFAULT NULL::timestamp with time zone, seconds integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Rows carry the time of their writing, and their transactions end up to ten seconds later.
  beginning constant timestamptz :=
    coalesce(since, now() - make_interval(secs => seconds)) - interval '15 seconds';
  -- One statement can change as many; listing them would cost more than reading everything.
  most_changes constant integer := 500;
  -- Their ids have to fit into the address of a request.
  most_tasks constant integer := 100;
  tables text[];
  tasks text[];
  total bigint;
begin
  -- The outbox is pruned after an hour.
  if to_regclass('realtime.changes') is not null and beginning > now() - interval '55 minutes' then
    with mine as materialized (
      select c."table" as name, coalesce(c.record, c.old_record) as content
      from realtime.changes c
      where c.owner = auth.uid() and c.committed_at > beginning and c.schema = 'public'
      limit most_changes + 1
    )
    select count(*), array_agg(distinct m.name),
      array_agg(distinct case when m.name = 'tasks' then m.content ->> 'id' else m.content ->> 'task_id' end)
        filter (where m.name = 'tasks' or m.content ? 'task_id')
    into total, tables, tasks
    from mine m;
  end if;
  return jsonb_build_object('until', now(), 'missed', case
    when total <= most_changes and coalesce(cardinality(tasks), 0) <= most_tasks then jsonb_build_object(
      'tables', to_jsonb(coalesce(tables, '{}')), 'task_ids', to_jsonb(coalesce(tasks, '{}')))
  end);
end
$function$;
grant execute on function public.missed_changes(since timestamp with time zone, seconds integer) to authenticated;

CREATE OR REPLACE FUNCTION public.pending_counts(of_project uuid DEFAULT NULL::uuid)
 RETURNS TABLE(timeframe text, due_on date, is_dated boolean, category text, count bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT t.timeframe,
     t.due_on,
     t.is_dated,
     t.category,
     count(*) AS count
    FROM public.tasks t
   WHERE ((NOT t.is_completed) AND ((pending_counts.of_project IS NULL) OR (t.project_id = pending_counts.of_project)))
   GROUP BY t.timeframe, t.due_on, t.is_dated, t.category;
END;
grant execute on function public.pending_counts(of_project uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.pending_in_order(today date, most integer, without uuid[] DEFAULT '{}'::uuid[])
 RETURNS SETOF public.tasks
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT t.id,
     t.user_id,
     t.title,
     t.category,
     t.priority,
     t.timeframe,
     t.is_completed,
     t.completed_at,
     t.ai_assisted,
     t.ai_task_type,
     t.project_id,
     t.client_id,
     t.created_at,
     t.updated_at,
     t.notes,
     t.has_notes,
     t.due_on,
     t.is_dated,
     t.rank
    FROM ( SELECT p.id,
             p.user_id,
             p.title,
             p.category,
             p.priority,
             p.timeframe,
             p.is_completed,
             p.completed_at,
             p.ai_assisted,
             p.ai_task_type,
             p.project_id,
             p.client_id,
             p.created_at,
             p.updated_at,
             p.notes,
             p.has_notes,
             p.due_on,
             p.is_dated,
             p.rank
            FROM public.tasks p
           WHERE ((NOT p.is_completed) AND (p.id <> ALL (pending_in_order.without)))
           ORDER BY p.created_at DESC, p.id DESC
          LIMIT pending_in_order.most) t
   ORDER BY
         CASE
             WHEN (t.due_on IS NULL) THEN array_position(ARRAY['today'::text, 'tomorrow'::text, 'next_weekend'::text, 'future'::text], t.timeframe)
             WHEN ((t.due_on < pending_in_order.today) AND (NOT ((t.timeframe = 'next_weekend'::text) AND (NOT t.is_dated) AND (t.due_on = (pending_in_order.today - 1))))) THEN 0
             WHEN (t.due_on <= pending_in_order.today) THEN 1
             WHEN ((t.timeframe = 'next_weekend'::text) AND (NOT t.is_dated)) THEN 3
             WHEN (t.due_on = (pending_in_order.today + 1)) THEN 2
             WHEN (t.due_on <= ((pending_in_order.today + 2) + ((12 - (EXTRACT(isodow FROM pending_in_order.today))::integer) % 7))) THEN 3
             ELSE 4
         END, t.rank, (array_position(ARRAY['urgent'::text, 'high'::text, 'medium'::text, 'low'::text, 'nice_to'::text], t.priority)), t.created_at DESC, COALESCE(t.client_id, t.id);
END;
grant execute on function public.pending_in_order(today date, most integer, without uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.pending_window(today date, size integer, of_category text DEFAULT NULL::text, of_project uuid DEFAULT NULL::uuid, of_group text DEFAULT NULL::text, after_priority text DEFAULT NULL::text, after_moment timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.tasks
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH grouped AS (
          SELECT t_1.id AS task_id,
             t_1.rank,
             t_1.created_at,
             COALESCE(t_1.client_id, t_1.id) AS tie,
             array_position(ARRAY['urgent'::text, 'high'::text, 'medium'::text, 'low'::text, 'nice_to'::text], t_1.priority) AS priority,
                 CASE
                     WHEN (t_1.due_on IS NULL) THEN t_1.timeframe
                     WHEN (t_1.due_on < pending_window.today) THEN
                     CASE
                         WHEN ((t_1.timeframe = 'next_weekend'::text) AND (NOT t_1.is_dated) AND (t_1.due_on = (pending_window.today - 1))) THEN 'today'::text
                         ELSE 'before'::text
                     END
                     WHEN (t_1.due_on = pending_window.today) THEN 'today'::text
                     WHEN ((t_1.timeframe = 'next_weekend'::text) AND (NOT t_1.is_dated)) THEN 'next_weekend'::text
                     WHEN (t_1.due_on = (pending_window.today + 1)) THEN 'tomorrow'::text
                     WHEN (t_1.due_on <= ((pending_window.today + 2) + ((12 - (EXTRACT(isodow FROM pending_window.today))::integer) % 7))) THEN 'next_weekend'::text
                     ELSE 'future'::text
                 END AS shown_group
            FROM public.tasks t_1
           WHERE ((NOT t_1.is_completed) AND ((pending_window.of_category IS NULL) OR (t_1.category = pending_window.of_category)) AND ((pending_window.of_project IS NULL) OR (t_1.project_id = pending_window.of_project)))
         ), numbered AS (
          SELECT g.task_id,
             row_number() OVER (PARTITION BY g.shown_group ORDER BY g.priority, g.created_at DESC, g.tie) AS place
            FROM grouped g
           WHERE ((g.rank IS NULL) AND ((pending_window.of_group IS NULL) OR (g.shown_group = pending_window.of_group)) AND ((pending_window.after_moment IS NULL) OR (g.priority > array_position(ARRAY['urgent'::text, 'high'::text, 'medium'::text, 'low'::text, 'nice_to'::text], pending_window.after_priority)) OR ((g.priority = array_position(ARRAY['urgent'::text, 'high'::text, 'medium'::text, 'low'::text, 'nice_to'::text], pending_window.after_priority)) AND ((g.created_at < pending_window.after_moment) OR ((g.created_at = pending_window.after_moment) AND (g.tie > pending_window.after_id))))))
         ), dragged AS (
          SELECT g.task_id
            FROM grouped g
           WHERE ((g.rank IS NOT NULL) AND (pending_window.after_moment IS NULL) AND ((pending_window.of_group IS NULL) OR (g.shown_group = pending_window.of_group)))
           ORDER BY g.rank
          LIMIT 200
         )
  SELECT t.id,
     t.user_id,
     t.title,
     t.category,
     t.priority,
     t.timeframe,
     t.is_completed,
     t.completed_at,
     t.ai_assisted,
     t.ai_task_type,
     t.project_id,
     t.client_id,
     t.created_at,
     t.updated_at,
     t.notes,
     t.has_notes,
     t.due_on,
     t.is_dated,
     t.rank
    FROM public.tasks t
   WHERE (t.id IN ( SELECT n.task_id
            FROM numbered n
           WHERE (n.place <= pending_window.size)
         UNION ALL
          SELECT d.task_id
            FROM dragged d));
END;
grant execute on function public.pending_window(today date, size integer, of_category text, of_project uuid, of_group text, after_priority text, after_moment timestamp with time zone, after_id uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.place_tasks(places jsonb)
 RETURNS SETOF public.tasks
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- In one order, so that of two calls for the same tasks one waits for the other.
  perform from public.tasks t
  where t.id in (select (p ->> 'id')::uuid from jsonb_array_elements(places) p)
  order by t.id for update;
  return query
  update public.tasks t set
    rank = case when p ? 'rank' then p ->> 'rank' else t.rank end,
    timeframe = case when p ? 'timeframe' then p ->> 'timeframe' else t.timeframe end,
    due_on = case when p ? 'due_on' then (p ->> 'due_on')::date else t.due_on end,
    is_dated = case when p ? 'is_dated' then (p ->> 'is_dated')::boolean else t.is_dated end,
    project_id = case when p ? 'project_id' then (p ->> 'project_id')::uuid else t.project_id end
  from jsonb_array_elements(places) p
  where t.id = (p ->> 'id')::uuid
  returning t.*;
end
$function$;
grant execute on function public.place_tasks(places jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.restore(item_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  item_kind text;
  item_content jsonb;
begin
  perform private.lock_user(owner);
  select t.kind, c.content into item_kind, item_content
  from public.trash t join private.trash_contents c on c.trash_id = t.id
  where t.id = item_id and t.user_id = owner;
  if not found then
    raise exception 'There is nothing to restore.' using errcode = 'PT404';
  end if;
  delete from public.trash where id = item_id;
  if item_kind = 'task' then
    perform private.restore_task(owner, item_content);
  else
    perform private.restore_project(owner, item_content);
  end if;
  return item_kind;
end
$function$;
grant execute on function public.restore(item_id uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.search(query text)
 RETURNS TABLE(kind text, id uuid, title text, excerpt text, task_id uuid, run_id uuid, project_id uuid, is_completed boolean, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH asked AS MATERIALIZED (
          SELECT read_search.words,
             read_search.whole,
             read_search.patterns,
             read_search.place,
             read_search.plain_place
            FROM private.read_search(search.query) read_search(words, whole, patterns, place, plain_place)
         ), newest AS MATERIALIZED (
          SELECT t.user_id,
             t.id
            FROM public.tasks t
           WHERE (NOT t.is_completed)
           ORDER BY t.created_at DESC, t.id DESC
          LIMIT 1000
         ), fresh AS MATERIALIZED (
          SELECT w.kind,
             w.item_id,
             (ts_rank(w.words, a_1.words) + (((w.words @@ a_1.whole))::integer)::double precision) AS rank
            FROM ((asked a_1
              CROSS JOIN newest n)
              CROSS JOIN LATERAL ( SELECT k.user_id,
                     k.kind,
                     k.item_id,
                     k.words
                    FROM public.search_words k
                   WHERE ((k.user_id = n.user_id) AND (k.item_id = n.id))
                  OFFSET 0) w)
           WHERE (w.words @@ a_1.words)
         ), common AS MATERIALIZED (
          SELECT (count(*) >= 40) AS yes
            FROM fresh
         ), found AS MATERIALIZED (
          SELECT f.kind,
             f.item_id,
             f.rank
            FROM fresh f
           WHERE ( SELECT common.yes
                    FROM common)
         UNION ALL
          SELECT w.kind,
             w.item_id,
             (ts_rank(w.words, a_1.words) + (((w.words @@ a_1.whole))::integer)::double precision)
            FROM (asked a_1
              JOIN public.search_words w ON ((w.words @@ a_1.words)))
           WHERE ((w.kind <> 'task'::text) AND ( SELECT common.yes
                    FROM common))
         UNION ALL
          SELECT w.kind,
             w.item_id,
             (ts_rank(w.words, a_1.words) + (((w.words @@ a_1.whole))::integer)::double precision)
            FROM (asked a_1
              JOIN public.search_words w ON ((w.words @@ a_1.words)))
           WHERE (NOT ( SELECT common.yes
                    FROM common))
         UNION ALL
          SELECT 'task'::text,
             t.id,
             0
            FROM public.tasks t
           WHERE (( SELECT (asked.patterns IS NOT NULL)
                    FROM asked) AND (((t.title || ' '::text) || t.notes) ~~* ALL (( SELECT asked.patterns
                    FROM asked)::text[])))
         UNION ALL
          SELECT 'answer'::text,
             r.id,
             0
            FROM public.ai_responses r
           WHERE (( SELECT (asked.patterns IS NOT NULL)
                    FROM asked) AND (r.content ~~* ALL (( SELECT asked.patterns
                    FROM asked)::text[])))
         UNION ALL
          SELECT 'project'::text,
             p.id,
             0
            FROM public.projects p
           WHERE (( SELECT (asked.patterns IS NOT NULL)
                    FROM asked) AND (((p.name || ' '::text) || COALESCE(p.description, ''::text)) ~~* ALL (( SELECT asked.patterns
                    FROM asked)::text[])))
         ), best AS (
          SELECT f.kind,
             f.item_id,
             max(f.rank) AS rank
            FROM found f
           GROUP BY f.kind, f.item_id
         ), hits AS (
          SELECT 1 AS part,
             b.kind,
             t.id,
             t.title,
             NULLIF(t.notes, ''::text) AS content,
             t.id AS task_id,
             NULL::uuid AS run_id,
             t.project_id,
             t.is_completed,
             t.created_at,
             row_number() OVER (ORDER BY t.is_completed, b.rank DESC, t.created_at DESC, t.id) AS nth
            FROM (best b
              JOIN public.tasks t ON ((t.id = b.item_id)))
           WHERE (b.kind = 'task'::text)
         UNION ALL
          SELECT 2,
             b.kind,
             r.id,
             t.title,
             r.content,
             t.id,
             r.run_id,
             t.project_id,
             t.is_completed,
             r.created_at,
             row_number() OVER (ORDER BY b.rank DESC, r.created_at DESC, r.id) AS row_number
            FROM ((best b
              JOIN public.ai_responses r ON ((r.id = b.item_id)))
              JOIN public.tasks t ON ((t.id = r.task_id)))
           WHERE (b.kind = 'answer'::text)
         UNION ALL
          SELECT 3,
             b.kind,
             p.id,
             p.name,
             p.description,
             NULL::uuid,
             NULL::uuid,
             p.id,
             NULL::boolean,
             p.created_at,
             row_number() OVER (ORDER BY b.rank DESC, p.created_at DESC, p.id) AS row_number
            FROM (best b
              JOIN public.projects p ON ((p.id = b.item_id)))
           WHERE (b.kind = 'project'::text)
         )
  SELECT h.kind,
     h.id,
     h.title,
     private.excerpt(h.content, a.place, a.plain_place) AS excerpt,
     h.task_id,
     h.run_id,
     h.project_id,
     h.is_completed,
     h.created_at
    FROM (hits h
      CROSS JOIN asked a)
   WHERE (h.nth <= 20)
   ORDER BY h.part, h.nth;
END;
grant execute on function public.search(query text) to authenticated;

CREATE OR REPLACE FUNCTION public.set_marketing_consent(accepted boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.set_marketing_consent(accepted boolean) to authenticated;
