-- A task delegated to the assistant is a run. People read it here; the machinery's own tables are in `private`. A
-- writer names its attempt: when the run has ended or been taken over since, nothing is written.

create table public.ai_runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  task_id uuid not null,
  -- The project whose description and titles are the context.
  project_id uuid,
  -- The run whose answer is followed up.
  parent_run_id uuid,
  ai_task_type text not null check (ai_task_type in (
    'answer', 'reasoning', 'create_image', 'image_edit', 'research', 'web_search', 'data_analysis', 'doc_summary'
  )),
  language text not null default 'en',
  options jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  -- Incremented by every claim. A writer with an older one is late, and writes nothing.
  attempt integer not null default 0,
  -- Answered by the local demo provider: labelled, and free.
  is_demo boolean not null default false,
  -- The unfinished text, about a second old, for people who open the page in the middle.
  partial_text text not null default '',
  error_code text,
  error_message text,
  model_used text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  unique (user_id, id),
  foreign key (user_id, task_id) references public.tasks (user_id, id) on delete cascade,
  foreign key (user_id, project_id) references public.projects (user_id, id) on delete set null (project_id),
  foreign key (user_id, parent_run_id) references public.ai_runs (user_id, id) on delete set null (parent_run_id),
  check ((finished_at is not null) = (status in ('succeeded', 'failed', 'cancelled'))),
  check ((error_code is not null) = (status = 'failed'))
);
alter table public.ai_runs enable row level security;
revoke all on public.ai_runs from anon, authenticated, service_role;
grant select on public.ai_runs to authenticated, service_role;
create policy "people read their own runs" on public.ai_runs
  for select to authenticated using (user_id = (select auth.uid()));
create unique index ai_runs_one_live_per_task on public.ai_runs (task_id) where status in ('queued', 'running');
create index ai_runs_of_task on public.ai_runs (user_id, task_id, created_at desc);
create index ai_runs_newest_first on public.ai_runs (user_id, created_at desc);
create index ai_runs_project_id on public.ai_runs (user_id, project_id) where project_id is not null;
create index ai_runs_parent_run_id on public.ai_runs (user_id, parent_run_id) where parent_run_id is not null;
select private.publish('public.ai_runs', 'user_id');
select private.publish('public.ai_runs', 'user_id');
-- Copies of an unfinished answer stay out of the outbox. People who open the page in the middle read them with the run,
-- and its pieces are broadcast; each copy would be the whole text once more, written, read, looked up and sent. A
-- hosted project has no such trigger.
do $$
begin
  if exists (select from pg_trigger where tgrelid = 'public.ai_runs'::regclass and tgname = 'realtime_capture') then
    create or replace trigger realtime_capture after insert or delete on public.ai_runs
      for each row execute function realtime.capture('user_id', '{id}', 'f');
    create trigger realtime_capture_update after update on public.ai_runs
      for each row when (
        (old.status, old.attempt) is distinct from (new.status, new.attempt) or old.partial_text = new.partial_text
      )
      execute function realtime.capture('user_id', '{id}', 'f');
  end if;
end
$$;

-- The events of a run, in order. The interface words `key`: domain/run-steps.ts, and the states.
create table public.ai_run_events (
  run_id uuid not null,
  seq integer not null,
  user_id uuid not null,
  task_id uuid not null,
  attempt integer not null,
  key text not null,
  params jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  primary key (run_id, seq),
  foreign key (user_id, run_id) references public.ai_runs (user_id, id) on delete cascade
);
alter table public.ai_run_events enable row level security;
revoke all on public.ai_run_events from anon, authenticated, service_role;
grant select on public.ai_run_events to authenticated, service_role;
create policy "people read the events of their own runs" on public.ai_run_events
  for select to authenticated using (user_id = (select auth.uid()));
create index ai_run_events_of_run on public.ai_run_events (user_id, run_id);
create index ai_run_events_of_task on public.ai_run_events (user_id, task_id);
select private.publish('public.ai_run_events', 'user_id');

create table public.ai_responses (
  id uuid primary key default gen_random_uuid(),
  task_id uuid not null,
  -- One answer per run, however often its worker was killed.
  run_id uuid not null unique,
  user_id uuid not null,
  content text not null check (content <> ''),
  -- Its first words: a list shows these without reading the answers.
  preview text not null default '',
  model_used text not null,
  is_demo boolean not null default false,
  -- Notices for the reader of the text: domain/run-steps.ts, RunNotice.
  notices jsonb not null default '[]' check (jsonb_typeof(notices) = 'array'),
  -- Files that the run made: {bucket, path, name, type, size, width?, height?}.
  files jsonb not null default '[]' check (jsonb_typeof(files) = 'array'),
  created_at timestamptz not null default now(),
  -- The sources with their quotes, and what stayed open (domain/evidence.ts). Null: the tool collects none.
  evidence jsonb check (jsonb_typeof(evidence) = 'object'),
  -- Sources that the answer rests on, and sentences and questions that nothing supports: a list shows both without
  -- reading the evidence. Not generated columns, because the trash restores whole rows.
  source_count integer not null default 0,
  gap_count integer not null default 0,
  foreign key (user_id, task_id) references public.tasks (user_id, id) on delete cascade,
  foreign key (user_id, run_id) references public.ai_runs (user_id, id) on delete cascade
);
alter table public.ai_responses enable row level security;
revoke all on public.ai_responses from anon, authenticated, service_role;
grant select on public.ai_responses to authenticated, service_role;
create policy "people read the answers to their own tasks" on public.ai_responses
  for select to authenticated using (user_id = (select auth.uid()));
create index ai_responses_of_task on public.ai_responses (user_id, task_id, created_at desc);
create index ai_responses_of_run on public.ai_responses (user_id, run_id);
select private.publish('public.ai_responses', 'user_id');

create function private.count_evidence() returns trigger language plpgsql set search_path = '' as $$
begin
  new.source_count := coalesce(jsonb_array_length(new.evidence -> 'sources'), 0);
  new.gap_count := coalesce(jsonb_array_length(new.evidence -> 'unverified'), 0)
    + coalesce(jsonb_array_length(new.evidence -> 'open'), 0);
  return new;
end $$;
revoke all on function private.count_evidence() from public;
create trigger count_evidence before insert or update of evidence on public.ai_responses
  for each row execute function private.count_evidence();

-- The text of an answer is streamed on its owner's topic. People listen there and never speak.
do $$
begin
  if to_regclass('realtime.messages') is not null then
    create policy "people hear their own topic" on realtime.messages
      for select to authenticated using ((select realtime.topic()) = 'user:' || (select auth.uid())::text);
  end if;
end
$$;

create function private.add_run_event(run uuid, key text, params jsonb default '{}') returns void
language sql set search_path = '' as $$
  insert into public.ai_run_events (run_id, seq, user_id, task_id, attempt, key, params)
  select r.id, 1 + coalesce((select max(e.seq) from public.ai_run_events e where e.run_id = r.id), 0),
         r.user_id, r.task_id, r.attempt, add_run_event.key, add_run_event.params
  from public.ai_runs r where r.id = run
$$;

-- Locks a run that this attempt still holds, after its user. False: stop, and write nothing.
create function private.hold_run(run uuid, held_attempt integer) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.lock_user(user_id) from public.ai_runs where id = run;
  perform from public.ai_runs
  where id = run and attempt = held_attempt and status = 'running'
  for update;
  return found;
end
$$;

-- `steps`: an array of {key, params}, in order.
create function private.add_run_steps(run uuid, held_attempt integer, steps jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  perform private.add_run_event(run, step ->> 'key', step -> 'params') from jsonb_array_elements(steps) as step;
  return true;
end
$$;

-- Saves the unfinished texts of many runs at once, about a second late, without waiting for a lock.
create function private.save_partial_texts(runs uuid[], attempts integer[], texts text[]) returns void
language sql set search_path = '' as $$
  update public.ai_runs r set partial_text = fresh.text
  from unnest(runs, attempts, texts) as fresh (run_id, attempt, text)
  where r.id = fresh.run_id and r.id in (
    select w.id from public.ai_runs w
    join unnest(runs, attempts) as mine (run_id, attempt) on w.id = mine.run_id and w.attempt = mine.attempt
    where w.status = 'running'
    for update of w skip locked
  )
$$;

-- Ends a run that failed or was cancelled: deletes its text and refunds the credit. The caller holds the locks and has
-- checked the state.
create function private.end_without_result(run uuid, outcome text, code text default null, message text default null)
returns void
language plpgsql set search_path = '' as $$
begin
  update public.ai_runs set
    status = outcome, error_code = code, error_message = message, partial_text = '', finished_at = clock_timestamp()
  where id = run;
  delete from private.run_leases where run_id = run;
  perform private.give_credit_back(run, outcome);
  perform private.add_run_event(run, outcome, case when code is null then '{}' else jsonb_build_object('code', code) end);
end
$$;

create function private.fail_run(run uuid, held_attempt integer, code text, message text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  perform private.end_without_result(run, 'failed', code, message);
  return true;
end
$$;

-- Writes the answer, the state and the events in one transaction: no run is done without an answer. Idempotent, because
-- the answer to this call may be lost: true also where this very attempt has finished the run before, as only its
-- holder can have done.
create function private.finish_run(
  run uuid, held_attempt integer, content text, preview text, model_used text, notices jsonb, files jsonb, evidence jsonb
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
    status = 'succeeded', model_used = finish_run.model_used, partial_text = '', finished_at = clock_timestamp()
  where r.id = run;
  delete from private.run_leases where run_id = run;
  perform private.add_run_event(run, 'succeeded');
  return true;
end
$$;
