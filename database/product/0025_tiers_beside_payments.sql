-- A granted tier and a plan that is paid for can meet on one account. What was paid for is not closed by an operator's
-- word, and when that is taken back, what is paid for holds again.

create or replace function private.close_allowances(owner uuid) returns void
language sql set search_path = '' as $$
  insert into public.credit_entries (user_id, grant_id, kind, amount, reason)
  select b.user_id, b.grant_id, 'expire', b.spent - b.granted, 'replaced'
  from private.credit_balances b join public.credit_grants g on g.id = b.grant_id
  where b.user_id = owner and g.kind = 'monthly' and g.source in ('free-month', 'granted-tier')
$$;

create or replace function private.set_tier(owner uuid, tier text, allowance integer) returns boolean
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
  if set_tier.tier = 'free' then perform private.follow_plan(owner); end if;
  return true;
end
$$;
