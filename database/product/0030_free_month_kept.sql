-- Taking back a granted tier leaves alone what is not the tier's. What was left of the free month that the tier took
-- the place of comes back, to the credit: nobody gains or loses by a tier that comes and goes within a month.

-- Grants again what was left of the free month that is not over, once for each closing of it. The caller holds the lock.
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

create or replace function private.set_tier(owner uuid, tier text, allowance integer) returns boolean
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
  -- With a mark of its own: within one month an operator may change their mind.
  perform private.grant_tier_allowance(
    owner, owner || ' ' || to_char(now() at time zone 'UTC', 'YYYY-MM') || ' ' || gen_random_uuid());
  update public.profiles set subscription_tier = set_tier.tier where id = owner;
  return true;
end
$$;
