-- Runs in the hands of workers: taken by lease and attempt number, by the clock of the database.

-- When the server dies with runs at work, that says little about any one of them: something else may kill it again and
-- again. So a death uses up none of a run's tries, and a server that keeps dying waits before it takes them up. A run
-- that kills the server itself is found by trying the suspects one by one (docs/decisions/026).

-- One row per live run; deleted when it ends. Heartbeats land here, so that the browser is not notified of them.
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
  deadline timestamptz not null,
  -- Deaths of the server with this run at work, and the time of the last. Reset when it dies with nothing at work:
  -- then something else kills it.
  deaths integer not null default 0,
  lost_at timestamptz
);
alter table private.run_leases enable row level security;
create index run_leases_user_id on private.run_leases (user_id);
create index run_leases_suspects on private.run_leases (deaths) where deaths > 2;

-- Servers that have started and not stopped in good order, by the name under which they hold runs.
create table private.server_lives (
  holder text primary key,
  started_at timestamptz not null default clock_timestamp()
);
alter table private.server_lives enable row level security;

-- When a server died with runs at work.
create table private.server_deaths (
  id bigint generated always as identity primary key,
  noticed_at timestamptz not null default clock_timestamp()
);
alter table private.server_deaths enable row level security;

-- Suspicion of a run after this many deaths. `one_by_one`: no two of these at the same time. `alone`: nothing else
-- beside it.
create function private.suspicion(deaths integer) returns text
language sql immutable set search_path = '' as $$
  select case when deaths < 3 then 'none' when deaths = 3 then 'one_by_one' when deaths = 4 then 'alone' else 'proven' end
$$;

-- The wait after this many deaths in ten minutes: none after the first, which may be chance, then up to a minute.
create function private.wait_after(deaths integer) returns interval
language sql immutable set search_path = '' as $$
  select case when deaths < 2 then interval '0' else least(60, 5 * 2 ^ least(deaths - 2, 10)) * interval '1 second' end
$$;

-- Starts a server's life. Nobody holds what it held before: those runs wait for a worker again. `alone`: no other
-- server can be running. Returns the number of those runs, and the wait, in seconds, before they are taken up.
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

-- Stops a server in good order: it holds nothing any more.
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

-- Lists runs that a worker could take up now: waiting for one, or with a lease that ran out. Users take turns, and
-- nobody has more than `per_user` at work, so that one person's queue of fifty delays nobody else.
create function private.due_runs(per_user integer, at_most integer) returns setof uuid
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

-- Takes a run up. No row: it has ended, is in other hands, is not due, has to wait for another, or its owner has enough
-- at work. `losses` counts the leases that ran out with it, `kills` says that it kills the server, `calls` counts the
-- provider calls on record; `time_left` is in milliseconds.
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
    -- Two suspects of different users, claimed concurrently, must not each find the other still waiting.
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

-- Extends the leases of all runs of a process in one statement. Returns the lost ones: ended, or taken up by another.
create function private.heartbeat_runs(beater text, runs uuid[], attempts integer[], lease interval) returns setof uuid
language plpgsql set search_path = '' as $$
begin
  -- A locked row is just being ended or taken over: waiting for it could deadlock.
  update private.run_leases l set lease_until = clock_timestamp() + lease
  where l.run_id in (
    select h.run_id from private.run_leases h
    join unnest(runs, attempts) as mine (run_id, attempt) using (run_id, attempt)
    where h.holder = beater
    for update of h skip locked
  );
  return query
    select mine.run_id from unnest(runs, attempts) as mine (run_id, attempt)
    where not exists (
      select from private.run_leases h
      where h.run_id = mine.run_id and h.attempt = mine.attempt and h.holder = beater
    );
end
$$;

-- Requeues a run for a while: the provider asks to wait, or the server is being stopped, which voids the calls that it
-- breaks off like a death. Returns when the run will be due; null: no longer held.
create function private.release_run(
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
