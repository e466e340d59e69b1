-- Codes that an operator gives away, and how each becomes credits. Only their digest is kept: nobody who can read
-- the table, or a backup of it, can redeem anything. Who has redeemed a code is in the ledger, whose source it is.

create table public.redeem_codes (
  id uuid primary key default gen_random_uuid(),
  code_hash bytea not null unique,
  credits integer not null check (credits between 1 and 100000),
  -- How many people may redeem it, each of them once, and how many have.
  uses integer not null default 1 check (uses between 1 and 1000000),
  used integer not null default 0 check (used between 0 and uses),
  -- Null: never.
  expires_at timestamptz,
  revoked_at timestamptz,
  -- What the operator made it for. Nobody else reads it.
  note text not null default '' check (char_length(note) <= 200),
  created_at timestamptz not null default clock_timestamp()
);
alter table public.redeem_codes enable row level security;
-- No policy: people have no business here, with or without a code of their own.
revoke all on public.redeem_codes from anon, authenticated, service_role;
grant select on public.redeem_codes to service_role;
create index redeem_codes_newest_first on public.redeem_codes (created_at desc);

-- Grants what the code is worth, once per person, and says what became of the try:
-- granted, unknown, revoked, expired, repeated (this person has redeemed it before), used_up.
-- The person is locked before the code, as everywhere; those who race for the last use wait for each other at the code.
create function private.redeem(owner uuid, digest bytea, out outcome text, out granted integer)
language plpgsql set search_path = '' as $$
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
$$;
