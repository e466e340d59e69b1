-- Gifts of an operator: tiers that nobody pays for, and codes that become credits.

-- Tiers that an operator has granted. Each calendar month (UTC) they bring their allowance, in place of the last one.
create table private.granted_tiers (
  user_id uuid primary key references auth.users on delete cascade,
  tier text not null check (tier in ('start', 'pro', 'premium')),
  allowance integer not null check (allowance between 1 and 100000),
  granted_at timestamptz not null default clock_timestamp()
);
alter table private.granted_tiers enable row level security;

-- Closes a user's free or granted monthly allowances early, because something replaces them. What was paid for stays
-- open. The caller holds the lock.
create function private.close_allowances(owner uuid) returns void
language sql set search_path = '' as $$
  insert into public.credit_entries (user_id, grant_id, kind, amount, reason)
  select b.user_id, b.grant_id, 'expire', b.spent - b.granted, 'replaced'
  from private.credit_balances b join public.credit_grants g on g.id = b.grant_id
  where b.user_id = owner and g.kind = 'monthly' and g.source in ('free-month', 'granted-tier')
$$;

-- Grants this month's allowance of a granted tier, once for each `reference`. The caller holds the lock.
create function private.grant_tier_allowance(owner uuid, reference text) returns void
language sql set search_path = '' as $$
  select private.grant_credits(
    owner, 'monthly', t.allowance, (date_trunc('month', now(), 'UTC') + interval '1 month'), 'granted-tier', reference)
  from private.granted_tiers t where t.user_id = owner
$$;

-- Grants again what was left of the free month that is not over, once for each closing of it. The caller holds the
-- lock.
create function private.return_free_month(owner uuid) returns void
language sql set search_path = '' as $$
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
$$;

-- Takes a granted tier back, and only what is the tier's: a plan that is paid for holds again, or what was left of the
-- free month that the tier replaced returns, to the credit. Nobody gains or loses by a tier that comes and goes within
-- a month.
create function private.take_tier_back(owner uuid) returns void
language plpgsql set search_path = '' as $$
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
$$;

-- Puts a user on a tier, until something else is set. 'free' takes a granted tier back. False: there is no such
-- profile.
create function private.set_tier(owner uuid, tier text, allowance integer) returns boolean
language plpgsql set search_path = '' as $$
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
$$;

-- Grants this month's allowance of a granted tier, unless it was granted before.
create function private.renew_granted_tier(owner uuid) returns boolean
language plpgsql set search_path = '' as $$
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
$$;

-- Codes that an operator gives away. Only their digest is kept: nobody who can read the table, or a backup of it, can
-- redeem anything. The ledger, whose source the code is, says who has redeemed it.
create table public.redeem_codes (
  id uuid primary key default gen_random_uuid(),
  code_hash bytea not null unique,
  credits integer not null check (credits between 1 and 100000),
  -- The number of people who may redeem it, each once, and of those who have.
  uses integer not null default 1 check (uses between 1 and 1000000),
  used integer not null default 0 check (used between 0 and uses),
  -- Null: never.
  expires_at timestamptz,
  revoked_at timestamptz,
  -- The operator's own note. Nobody else reads it.
  note text not null default '' check (char_length(note) <= 200),
  created_at timestamptz not null default clock_timestamp()
);
alter table public.redeem_codes enable row level security;
-- No policy: people have no business here, with or without a code of their own.
revoke all on public.redeem_codes from anon, authenticated, service_role;
grant select on public.redeem_codes to service_role;
create index redeem_codes_newest_first on public.redeem_codes (created_at desc);

-- Grants what the code is worth, once per person, and returns the outcome: granted, unknown, revoked, expired, repeated
-- (this person has redeemed it before), used_up. Locks the person before the code, as everywhere; people who race for
-- the last use wait for each other at the code.
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
