-- A task handed to the assistant is a run. What people may see of it is in public, what the machinery needs in private.

create table public.ai_runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  task_id uuid not null,
  -- The project whose description and titles go along as context.
  project_id uuid,
  -- The run whose answer is followed up.
  parent_run_id uuid,
  ai_task_type text not null check (ai_task_type in (
    'answer', 'reasoning', 'create_image', 'image_edit', 'research', 'web_search', 'data_analysis', 'doc_summary'
  )),
  language text not null default 'en',
  options jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  -- Raised by every claim. A writer that names an older one is late, and writes nothing.
  attempt integer not null default 0,
  -- Made by the local demo provider: labelled, and free.
  is_demo boolean not null default false,
  -- What has been written so far, about a second old, for whoever opens the page in the middle.
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

-- What happened in a run, in order. `key` is worded by the interface: domain/run-steps.ts, and the states.
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
  -- Its first words: what a list shows, so that reading a list does not mean reading the answers.
  preview text not null default '',
  model_used text not null,
  is_demo boolean not null default false,
  -- What a reader has to know about the text: domain/run-steps.ts, RunNotice.
  notices jsonb not null default '[]' check (jsonb_typeof(notices) = 'array'),
  -- What the run made: {bucket, path, name, type, size, width?, height?}.
  files jsonb not null default '[]' check (jsonb_typeof(files) = 'array'),
  created_at timestamptz not null default now(),
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

-- One row per live run; gone when it ends. Heartbeats land here, so that they are no news to the browser.
create table private.run_leases (
  run_id uuid primary key references public.ai_runs on delete cascade,
  user_id uuid not null,
  attempt integer not null default 0,
  -- Null while it waits for a worker.
  holder text,
  lease_until timestamptz,
  -- Workers that died holding it.
  losses integer not null default 0,
  not_before timestamptz not null default now(),
  deadline timestamptz not null
);
alter table private.run_leases enable row level security;
create index run_leases_user_id on private.run_leases (user_id);

-- Each call to a provider, written before it is made: no provider promises that a repeat is free. Bare ids: what was
-- spent stays on record when the task is deleted.
create table private.provider_calls (
  id bigint generated always as identity primary key,
  run_id uuid not null,
  user_id uuid not null,
  attempt integer not null,
  model text not null,
  -- Estimates, on the high side.
  prompt_tokens integer not null,
  max_tokens integer not null,
  generation_id text,
  -- Of all calls of an attempt, on its last one.
  usage jsonb,
  started_at timestamptz not null default clock_timestamp()
);
alter table private.provider_calls enable row level security;
create index provider_calls_run_id on private.provider_calls (run_id);
create index provider_calls_started_at on private.provider_calls (started_at);

-- Which request made which run. The first answer is kept although its task may be deleted.
create table private.delegation_keys (
  user_id uuid not null,
  key uuid not null,
  request_hash text not null,
  run_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
alter table private.delegation_keys enable row level security;
create index delegation_keys_created_at on private.delegation_keys (created_at);

-- The text of an answer is streamed on a topic of one's own. People listen there and never speak.
do $$
begin
  if to_regclass('realtime.messages') is not null then
    create policy "people hear their own topic" on realtime.messages
      for select to authenticated using ((select realtime.topic()) = 'user:' || (select auth.uid())::text);
  end if;
end
$$;
