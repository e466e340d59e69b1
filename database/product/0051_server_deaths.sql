-- When the server dies with runs at work, that says little about any one of them: something else may kill it again and
-- again. So a death uses up none of a run's tries, and a server that keeps dying waits before it takes them up. A run
-- that kills the server itself is found by trying the suspects one by one.

-- Deaths of the server with this run at work, and the last of them. Forgotten when it dies with nothing at work: then
-- something else kills it.
alter table private.run_leases
  add column deaths integer not null default 0,
  add column lost_at timestamptz;
create index run_leases_suspects on private.run_leases (deaths) where deaths > 2;

-- A call whose attempt ended with the server. Its money counts, but not as one of the calls that a run may make.
alter table private.provider_calls add column is_void boolean not null default false;

-- The servers that have started and not stopped in good order, by the name under which they hold runs.
create table private.server_lives (
  holder text primary key,
  started_at timestamptz not null default clock_timestamp()
);
alter table private.server_lives enable row level security;

-- When one died with runs at work.
create table private.server_deaths (
  id bigint generated always as identity primary key,
  noticed_at timestamptz not null default clock_timestamp()
);
alter table private.server_deaths enable row level security;

-- What so many deaths say of a run. `one_by_one`: no two of these at the same time. `alone`: nothing else beside it.
create function private.suspicion(deaths integer) returns text
language sql immutable set search_path = '' as $$
  select case when deaths < 3 then 'none' when deaths = 3 then 'one_by_one' when deaths = 4 then 'alone' else 'proven' end
$$;

-- Calls of an attempt that ended from outside. What is in the journal was not made in vain, and counts.
create function private.void_calls(run uuid, ended_attempt integer) returns void
language sql set search_path = '' as $$
  update private.provider_calls c set is_void = true
  where c.run_id = run and c.attempt = ended_attempt
    and not exists (select from private.run_journal j where j.run_id = run and j.action = c.action)
$$;

-- The wait after so many deaths in ten minutes: none after the first, which may be chance, then up to a minute.
create function private.wait_after(deaths integer) returns interval
language sql immutable set search_path = '' as $$
  select case when deaths < 2 then interval '0' else least(60, 5 * 2 ^ least(deaths - 2, 10)) * interval '1 second' end
$$;

drop function private.void_leases(text);

-- A server starts, and knows that what it held before is held by nobody: those runs wait for a worker again. `alone`:
-- nobody else can be running. Answers how many there were, and the wait, in seconds, before they are taken up.
create function private.begin_life(beginner text, alone boolean, out lost integer, out wait double precision)
language plpgsql set search_path = '' as $$
declare
  held record;
  has_died boolean;
  pause interval;
begin
  delete from private.server_lives where alone or holder = beginner;
  has_died := found;
  insert into private.server_lives (holder) values (beginner);
  delete from private.server_deaths where noticed_at < now() - interval '10 minutes';
  lost := 0;
  for held in
    select l.run_id, l.user_id from private.run_leases l
    where l.lease_until is not null and (alone or l.holder = beginner)
    order by l.user_id, l.run_id
  loop
    if lost = 0 then insert into private.server_deaths default values; end if;
    select private.wait_after(count(*)::integer) into pause from private.server_deaths;
    lost := lost + 1;
    perform private.lock_user(held.user_id);
    perform private.void_calls(l.run_id, l.attempt) from private.run_leases l where l.run_id = held.run_id;
    update public.ai_runs r set status = 'queued', partial_text = '' where r.id = held.run_id and r.status = 'running';
    update private.run_leases l set
      holder = null, lease_until = null, deaths = l.deaths + 1, lost_at = clock_timestamp(),
      not_before = clock_timestamp() + pause
    where l.run_id = held.run_id;
    perform private.add_run_event(
      held.run_id, 'requeued', jsonb_build_object('resume_at', clock_timestamp() + pause));
  end loop;
  if lost = 0 and has_died then
    select private.wait_after(count(*)::integer) into pause from private.server_deaths;
    update private.run_leases l set deaths = 0, not_before = greatest(l.not_before, clock_timestamp() + pause)
    where l.lost_at is not null and l.lease_until is null;
  end if;
  wait := extract(epoch from coalesce(pause, interval '0'));
end
$$;

-- A server stops in good order: it holds nothing any more.
create function private.end_life(ender text) returns void
language sql set search_path = '' as $$
  delete from private.server_lives where holder = ender
$$;

-- Whether a run may be at work beside those that are. Of suspects, the one with the fewest deaths comes first: it is
-- the likeliest to be innocent, and then has its answer.
create function private.may_run_now(candidate private.run_leases) returns boolean
language sql stable set search_path = '' as $$
  select case private.suspicion(candidate.deaths)
    when 'proven' then true
    when 'alone' then not exists (
      select from private.run_leases l where l.run_id <> candidate.run_id and l.lease_until >= clock_timestamp())
    else not exists (
      select from private.run_leases l
      where l.run_id <> candidate.run_id and l.lease_until >= clock_timestamp()
        and private.suspicion(l.deaths) in (
          'alone', case when private.suspicion(candidate.deaths) = 'one_by_one' then 'one_by_one' end))
  end
$$;

create or replace function private.due_runs(per_user integer, at_most integer) returns setof uuid
language sql stable set search_path = '' as $$
  with at_work as (
    select count(*) > 0 as anything, coalesce(bool_or(deaths > 2), false) as a_suspect,
           coalesce(bool_or(deaths > 3), false) as one_alone
    from private.run_leases where lease_until >= now()
  )
  select run_id from (
    select run_id, not_before, is_due, suspicion,
      count(*) filter (where is_held) over (partition by user_id)
        + row_number() over (partition by user_id, is_due order by not_before, run_id) as place,
      row_number() over (partition by suspicion, is_due order by deaths, not_before, run_id) as turn
    from (
      select l.run_id, l.user_id, l.not_before, l.deaths, s.suspicion, coalesce(l.lease_until >= now(), false) as is_held,
        coalesce(l.lease_until < now(), l.not_before <= now()) and case s.suspicion
          when 'none' then not one_alone
          when 'one_by_one' then not a_suspect
          when 'alone' then not anything
          else true
        end as is_due
      from private.run_leases l
      cross join at_work
      cross join lateral private.suspicion(l.deaths) as s (suspicion)
    ) l
  ) placed
  where is_due and place <= per_user and (suspicion in ('none', 'proven') or turn = 1)
  order by place, not_before
  limit at_most
$$;

-- Takes a run up. No row: it has ended, is somebody else's, is not due, has to wait for another, or its owner has
-- enough at work. `losses` counts the leases that ran out with it, `kills` says that it kills the server, `calls` counts
-- the provider calls on record; `time_left` is in milliseconds.
drop function private.claim_run(uuid, text, interval, integer);
create function private.claim_run(run uuid, claimer text, lease interval, per_user integer)
returns table (owner uuid, attempt integer, losses integer, kills boolean, calls integer, time_left integer)
language plpgsql set search_path = '' as $$
declare
  held private.run_leases;
begin
  select user_id into owner from private.run_leases where run_id = run;
  if not found then return; end if;
  perform private.lock_user(owner);
  select * into held from private.run_leases where run_id = run for update;
  if not found or not coalesce(held.lease_until < clock_timestamp(), held.not_before <= clock_timestamp()) then
    return;
  end if;
  if exists (select from private.run_leases l where l.deaths > 2) then
    -- Suspects of two people, claimed at the same time, must not each find the other waiting.
    perform pg_advisory_xact_lock(hashtext('private.run_leases.deaths'));
    if not private.may_run_now(held) then return; end if;
  end if;
  if per_user <= (
    select count(*) from private.run_leases l
    where l.user_id = owner and l.run_id <> run and l.lease_until >= clock_timestamp()
  ) then return; end if;

  update public.ai_runs r
  set status = 'running', attempt = r.attempt + 1, started_at = coalesce(r.started_at, clock_timestamp()), partial_text = ''
  where r.id = run
  returning r.attempt into attempt;
  losses := held.losses + (held.lease_until is not null)::integer;
  kills := private.suspicion(held.deaths) = 'proven';
  time_left := 1000 * extract(epoch from held.deadline - clock_timestamp());
  select count(*) into calls from private.provider_calls c where c.run_id = run and not c.is_void;
  update private.run_leases l
  set holder = claimer, lease_until = clock_timestamp() + lease, losses = claim_run.losses, attempt = claim_run.attempt
  where l.run_id = run;
  perform private.add_run_event(run, 'started');
  return next;
end
$$;

-- Back to the queue for a while: a provider that asks for patience, or a server that is being stopped, whose calls
-- were broken off and count as little as after its death. Answers when it will be due; null: no longer held.
create or replace function private.release_run(
  run uuid, held_attempt integer, wait interval, key text, params jsonb
) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  resume_at constant timestamptz := clock_timestamp() + wait;
begin
  if not private.hold_run(run, held_attempt) then return null; end if;
  if release_run.key = 'requeued' then perform private.void_calls(run, held_attempt); end if;
  update public.ai_runs set status = 'queued', partial_text = '' where id = run;
  update private.run_leases set holder = null, lease_until = null, not_before = resume_at where run_id = run;
  perform private.add_run_event(
    run, release_run.key, release_run.params || jsonb_build_object('resume_at', resume_at));
  return resume_at;
end
$$;

-- As before; calls whose attempt ended from outside do not count as calls, but as money.
create or replace function private.begin_provider_call(
  run uuid, held_attempt integer, call jsonb, limits jsonb, out call_id bigint, out refused text
) language plpgsql set search_path = '' as $$
declare
  everybody constant uuid := '00000000-0000-0000-0000-000000000000';
  today constant date := (now() at time zone 'UTC')::date;
  step constant text := call ->> 'action';
  asked constant uuid := call ->> 'key';
  price constant numeric := coalesce((call ->> 'usd')::numeric, 0);
  person uuid;
  calls bigint;
  calls_of_step bigint;
  spent numeric;
begin
  if not private.hold_run(run, held_attempt) then
    refused := 'lost';
    return;
  end if;
  select r.user_id into person from public.ai_runs r where r.id = run;
  select count(*) filter (where not c.is_void), count(*) filter (where c.action = step and not c.is_void),
         coalesce(sum(coalesce(c.cost, c.reserved)), 0), max(c.id) filter (where c.key = asked)
  into calls, calls_of_step, spent, call_id
  from private.provider_calls c where c.run_id = run;
  if call_id is not null then return; end if;

  refused := case
    when calls >= (limits ->> 'calls')::integer or calls_of_step >= (limits ->> 'step_calls')::integer then 'calls'
    when price > 0 and spent + price > (limits ->> 'run_usd')::numeric then 'run_budget'
  end;
  if refused is null and price > 0 then
    if private.lock_spending(person) + price > (limits ->> 'user_usd')::numeric
      or private.lock_spending(everybody) + price > (limits ->> 'instance_usd')::numeric then
      refused := 'day_budget';
    end if;
  end if;
  if refused is not null then return; end if;

  if price > 0 then
    update private.ai_spending s set usd = s.usd + price
    where s.day = today and s.owner in (person, everybody);
  end if;
  insert into private.provider_calls (run_id, user_id, attempt, model, prompt_tokens, max_tokens, action, reserved, key)
  values (run, person, held_attempt, call ->> 'model', (call ->> 'prompt_tokens')::integer,
          (call ->> 'max_tokens')::integer, step, price, asked)
  returning id into call_id;
end
$$;
