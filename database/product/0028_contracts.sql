-- What a run promises before its credit is taken, and what became of it: domain/contract, docs/decisions/052.

alter table public.ai_runs
  -- Null: the demo, or a run of before.
  add column contract jsonb check (jsonb_typeof(contract) = 'object'),
  add column contract_outcome jsonb,
  -- "is true", because a check that is null passes.
  add constraint ai_runs_keep_their_contract check (
    status <> 'succeeded' or contract is null or (contract_outcome @> '{"kept": true}') is true
  );

-- Not of restored runs, which have ended, and may be older.
create function private.require_contract() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'a run needs a contract' using errcode = 'check_violation';
end
$$;
revoke execute on function private.require_contract() from public;
create trigger require_contract before insert on public.ai_runs
  for each row when (new.contract is null and not new.is_demo and new.finished_at is null)
  execute function private.require_contract();

create function private.hold_to_contract() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'the contract of a run is fixed' using errcode = 'check_violation';
end
$$;
revoke execute on function private.hold_to_contract() from public;
create trigger hold_to_contract before update on public.ai_runs
  for each row when (
    old.contract is distinct from new.contract
    or (old.status = 'succeeded' and old.contract_outcome is distinct from new.contract_outcome)
  )
  execute function private.hold_to_contract();

-- As before, with the outcome of the contract.
drop function private.finish_run(uuid, integer, text, text, text, jsonb, jsonb, jsonb);
create function private.finish_run(
  run uuid, held_attempt integer, content text, preview text, model_used text, notices jsonb, files jsonb,
  evidence jsonb, contract_outcome jsonb
) returns boolean
language plpgsql set search_path = '' as $$
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
$$;
