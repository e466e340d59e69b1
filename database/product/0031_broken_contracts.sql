-- A text that breaks its contract is refunded, although it was shown while it was written. A task can ask for one that
-- must break it, so that this could be had for nothing, again and again.

-- Runs that ended without a result because they broke their contract.
alter table private.ai_spending add column broken_contracts integer not null default 0;

create or replace function private.end_without_result(run uuid, outcome text, code text default null, message text default null)
returns void
language plpgsql set search_path = '' as $$
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
$$;

create function private.broken_today(person uuid) returns integer
language sql stable set search_path = '' as $$
  select coalesce(max(s.broken_contracts), 0) from private.ai_spending s
  where s.owner = person and s.day = (now() at time zone 'UTC')::date
$$;

create or replace function private.refuse_delegation(owner uuid, request jsonb, demo boolean, at_most integer, per interval)
returns text
language plpgsql stable set search_path = '' as $$
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
$$;
