-- Questions before a task is begun, where a title alone says too little (docs/decisions/057). While a run may still ask,
-- or waits for its answers, it has no credit.

alter table public.user_settings add column asks_first boolean not null default true;
grant update (asks_first) on public.user_settings to authenticated;

alter table public.ai_runs
  -- [{id, text, choices, default}], asked once: domain/run/questions.ts.
  add column questions jsonb check (jsonb_typeof(questions) = 'array'),
  -- [{question, answer, assumed}], in the order of the questions. Null until then.
  add column answers jsonb check (jsonb_typeof(answers) = 'array'),
  -- When silence takes the defaults. Kept afterwards.
  add column waits_until timestamptz,
  -- True: no credit was taken, or not yet. Null: it was, or the run is a demo. Not "not null", because the trash restores
  -- whole rows.
  add column is_unpaid boolean,
  drop constraint ai_runs_status_check,
  add constraint ai_runs_status_check
    check (status in ('waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled')),
  add constraint ai_runs_waits_for_answers check (
    status <> 'waiting'
    or is_unpaid is true and questions is not null and answers is null and waits_until is not null),
  add constraint ai_runs_success_is_paid check (status <> 'succeeded' or is_unpaid is not true);

drop index public.ai_runs_one_live_per_task;
create unique index ai_runs_one_live_per_task on public.ai_runs (task_id)
  where status in ('waiting', 'queued', 'running');

-- Whether a task is no more than a title, and its owner wants to be asked.
create function private.wants_questions(owner uuid, task uuid) returns boolean
language sql stable set search_path = '' as $$
  select not t.has_notes and coalesce(s.asks_first, true)
  from public.tasks t left join public.user_settings s on s.user_id = owner
  where t.user_id = owner and t.id = task
$$;

-- Of many tasks that may be asked about, no more begin without a credit than there are credits. They hold none: a task
-- that needs no question can still take it.
create function private.credits_left(owner uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(b.granted - b.spent), 0) from private.credit_balances b
  where b.user_id = owner and (b.expires_at is null or b.expires_at > now())
$$;

create function private.unpaid_runs(owner uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from public.ai_runs r
  where r.user_id = owner and r.is_unpaid and r.status in ('waiting', 'queued', 'running')
$$;
create index ai_runs_unpaid on public.ai_runs (user_id)
  where is_unpaid and status in ('waiting', 'queued', 'running');

-- The answers to a run's questions. `given`: texts by question id; a question that isn't in it gets its default.
create function private.fill_answers(questions jsonb, given jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object(
    'question', asked.q ->> 'text',
    'answer', coalesce(given ->> (asked.q ->> 'id'), asked.q ->> 'default'),
    'assumed', given ->> (asked.q ->> 'id') is null
  ) order by asked.place)
  from jsonb_array_elements(questions) with ordinality as asked (q, place)
$$;

-- The call that decides whether to ask isn't one of those that a run may make. Its money counts.
create function private.void_ask_call(run uuid) returns void
language sql set search_path = '' as $$
  update private.provider_calls c set is_void = true where c.run_id = run and c.action = 'ask'
$$;

create function private.note_answers(run uuid, given jsonb) returns void
language plpgsql set search_path = '' as $$
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
$$;

-- Takes the credit of a run that was begun without one. Questions that nobody has answered get their defaults. Returns
-- paid, no_credits, or lost. Idempotent.
create function private.pay_run(run uuid, held_attempt integer) returns text
language plpgsql set search_path = '' as $$
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
$$;

-- Asks, and lets go of the run until it's answered, or until the wait is over: then a worker takes it up with the
-- defaults. Neither the wait nor what was begun beside the questions counts. Returns when the wait ends; null: no longer
-- held, or asked before.
create function private.ask_run(run uuid, held_attempt integer, questions jsonb, wait interval) returns timestamptz
language plpgsql set search_path = '' as $$
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
$$;

-- Answers for the owner, takes the credit and queues the run. Returns answered, also for a repeat of the same answers;
-- late, if it was answered otherwise, begun or ended before; no_credits, which ends the run. Null: there is no such run.
create function private.answer_run(owner uuid, run uuid, given jsonb, no_credits text) returns text
language plpgsql set search_path = '' as $$
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
$$;

-- Below, as before, with what waits for answers counted as live. A delegation that may ask takes no credit yet.

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
    when not demo and (
      select count(*) > 20 from public.credit_entries e
      where e.user_id = owner and e.kind = 'refund' and e.reason = 'cancelled'
        and e.created_at >= date_trunc('day', now(), 'UTC')
    ) then 'paused'
    when at_most <= (
      select count(*) from public.ai_runs r where r.user_id = owner and r.created_at > now() - per
    ) then 'too_many'
    when not demo and not private.has_credit(owner) then 'no_credits'
  end;
end
$$;

create or replace function private.delegate(
  owner uuid, request jsonb, request_hash text, idempotency_key uuid, demo boolean, time_limit interval,
  at_most integer, per interval, out outcome text, out run_id uuid)
language plpgsql set search_path = '' as $$
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
$$;

create or replace function private.cancel_run(owner uuid, run uuid) returns boolean
language plpgsql set search_path = '' as $$
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
$$;

create or replace function private.trash_task() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;

create or replace function private.erase_account(owner uuid) returns boolean
language plpgsql set search_path = '' as $$
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
$$;
