-- What an operator does to an account: a tier that nobody pays for, and the end of everything.

-- Tiers that an operator has granted. Each calendar month (UTC) they bring their allowance, in place of the last one.
create table private.granted_tiers (
  user_id uuid primary key references auth.users on delete cascade,
  tier text not null check (tier in ('start', 'pro', 'premium')),
  allowance integer not null check (allowance between 1 and 100000),
  granted_at timestamptz not null default clock_timestamp()
);
alter table private.granted_tiers enable row level security;

-- Closes the monthly allowances of a user before their time, because something else takes their place. The caller
-- holds the lock.
create function private.close_allowances(owner uuid) returns void
language sql set search_path = '' as $$
  insert into public.credit_entries (user_id, grant_id, kind, amount, reason)
  select b.user_id, b.grant_id, 'expire', b.spent - b.granted, 'replaced'
  from private.credit_balances b join public.credit_grants g on g.id = b.grant_id
  where b.user_id = owner and g.kind = 'monthly'
$$;

-- Grants this month's allowance of a granted tier, once for each `reference`. The caller holds the lock.
create function private.grant_tier_allowance(owner uuid, reference text) returns void
language sql set search_path = '' as $$
  select private.grant_credits(
    owner, 'monthly', t.allowance, (date_trunc('month', now(), 'UTC') + interval '1 month'), 'granted-tier', reference)
  from private.granted_tiers t where t.user_id = owner
$$;

-- Puts a user on a tier: from now on, and for as long as nothing else is said. 'free' takes a granted tier back.
-- False: there is no such profile.
create function private.set_tier(owner uuid, tier text, allowance integer) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.lock_user(owner);
  perform from public.profiles where id = owner;
  if not found then return false; end if;
  perform private.expire_grants(owner);
  perform private.close_allowances(owner);
  delete from private.granted_tiers where user_id = owner;
  if set_tier.tier <> 'free' then
    insert into private.granted_tiers (user_id, tier, allowance) values (owner, set_tier.tier, set_tier.allowance);
    -- With a mark of its own: within one month an operator may change their mind.
    perform private.grant_tier_allowance(
      owner, owner || ' ' || to_char(now() at time zone 'UTC', 'YYYY-MM') || ' ' || gen_random_uuid());
  end if;
  update public.profiles set subscription_tier = set_tier.tier where id = owner;
  return true;
end
$$;

-- This month's allowance of a granted tier, unless it was given before.
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

-- Erases a person: what is at work ends, every session ends, and the account goes with everything that hangs on it.
-- The ledger and the consent record stay, without a name. False: there is no such account.
create function private.erase_account(owner uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  -- Before the user's lock, in the order in which an account is opened.
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
