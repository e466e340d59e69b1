-- A delegation decided in one round trip: whether the day's budgets let it through, the decision itself, and the run
-- that came of it. A delegation that is only repeated is let through whatever was spent. `run` is null where none is
-- theirs, as of one whose task lies in the trash by now.
create function private.delegate_within_budgets(
  owner uuid, request jsonb, request_hash text, idempotency_key uuid, demo boolean, time_limit interval,
  at_most integer, per interval, user_budget numeric, instance_budget numeric,
  out outcome text, out run jsonb
)
language plpgsql set search_path = '' as $$
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
$$;
