-- What is free is free once: questions before a credit is taken, texts that break their contract, and the first credits
-- of a person.

-- Runs that were cancelled before their credit was due, with a worker at them. The ledger knows nothing of these.
alter table private.ai_spending add column cancelled_unpaid integer not null default 0;

create or replace function private.cancel_locked_run(run uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- The row of the day, because that of the run goes with its task.
  insert into private.ai_spending as s (day, owner, cancelled_unpaid)
  select (now() at time zone 'UTC')::date, r.user_id, 1
  from public.ai_runs r where r.id = run and r.is_unpaid and r.attempt > 0
  on conflict (day, owner) do update set cancelled_unpaid = s.cancelled_unpaid + 1;
  perform private.end_without_result(run, 'cancelled');
  perform pg_notify('run_cancelled', run::text);
end
$$;

-- Runs that a person has cancelled today, whether their credit was due or not.
create function private.cancelled_today(person uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*) + coalesce((
    select s.cancelled_unpaid from private.ai_spending s
    where s.owner = person and s.day = (now() at time zone 'UTC')::date
  ), 0)
  from public.credit_entries e
  where e.user_id = person and e.kind = 'refund' and e.reason = 'cancelled'
    and e.created_at >= date_trunc('day', now(), 'UTC')
$$;

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

-- What was left of the first credits of an erased account that had not all of them, for as long as retention says. An
-- account that the same person opens again gets no more. Nobody can read who it was: a salted digest.
create table private.spent_welcomes (
  digest bytea primary key,
  unspent integer not null check (unspent >= 0),
  erased_at timestamptz not null default now()
);
alter table private.spent_welcomes enable row level security;
create index spent_welcomes_erased_at on private.spent_welcomes (erased_at);

create table private.welcome_salt (salt bytea primary key);
alter table private.welcome_salt enable row level security;
insert into private.welcome_salt (salt)
select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- Digests of the addresses, numbers and social accounts by which a person would be known again. `proved`: without those
-- that anybody could have typed.
create function private.welcome_digests(owner uuid, proved boolean) returns setof bytea
language sql stable set search_path = '' as $$
  select sha256(s.salt || convert_to(known.as_name, 'UTF8'))
  from private.welcome_salt s cross join (
    select 'email ' || u.email as as_name from auth.users u
    where u.id = owner and (u.email_confirmed_at is not null or not proved)
    union all
    select 'phone ' || u.phone from auth.users u
    where u.id = owner and (u.phone_confirmed_at is not null or not proved)
    union all
    select i.provider || ' ' || i.provider_id from auth.identities i
    where i.user_id = owner and i.provider not in ('email', 'phone')
  ) known
  where known.as_name is not null
$$;

create function private.keep_spent_welcome() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.spent_welcomes as w (digest, unspent)
  select d, b.granted - b.spent
  from private.credit_balances b
  join public.credit_grants g on g.id = b.grant_id and g.source = 'welcome' and g.source_ref = old.id::text
  cross join private.welcome_digests(old.id, true) d
  where b.granted - b.spent < g.amount
  on conflict (digest) do update set unspent = least(w.unspent, excluded.unspent), erased_at = excluded.erased_at;
  return old;
end
$$;
-- Before, while its social accounts are on file.
create trigger keep_spent_welcome before delete on auth.users
  for each row execute function private.keep_spent_welcome();

create or replace function private.open_account(
  owner uuid, welcome integer, marketing_accepted boolean, ip_address text
) returns boolean
language plpgsql set search_path = '' as $$
declare
  person record;
  credits integer;
begin
  select u.email, left(coalesce(u.raw_user_meta_data ->> 'full_name', u.raw_user_meta_data ->> 'name', ''), 200) as full_name
  into person from auth.users u where u.id = owner
  -- Before the user lock: deleting an account locks this row first, then takes the user lock.
  for key share;
  if not found then return false; end if;
  perform private.lock_user(owner);
  insert into public.profiles (id, email, full_name) values (owner, person.email, person.full_name)
  on conflict (id) do nothing;
  if not found then return false; end if;
  insert into public.user_settings (user_id) values (owner) on conflict (user_id) do nothing;
  select least(welcome, min(w.unspent)) into credits
  from private.spent_welcomes w where w.digest in (select private.welcome_digests(owner, false));
  if credits > 0 then
    perform private.grant_credits(owner, 'welcome', credits, null, 'welcome', owner::text);
  end if;
  insert into public.user_consent (user_id, email, full_name, terms_accepted, marketing_accepted, ip_address, terms_version)
  values (owner, person.email, person.full_name, true, coalesce(open_account.marketing_accepted, false),
          open_account.ip_address, '1.0');
  return true;
end
$$;
