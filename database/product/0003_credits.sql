-- The credit ledger. Grants and entries are rows that nobody ever changes; a correction is another row. All other
-- figures are computed from them: private.credit_balances and profiles.credits_* are mirrors, kept by one trigger. User
-- ids are bare, so that erasing a person never rewrites the books.

create table public.credit_grants (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  kind text not null check (kind in ('welcome', 'monthly', 'pack', 'redeem', 'operator')),
  amount integer not null check (amount > 0),
  -- Null: never.
  expires_at timestamptz,
  -- The reason for the grant. Each is granted for once.
  source text not null,
  source_ref text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (source, source_ref),
  unique (user_id, id)
);
alter table public.credit_grants enable row level security;
revoke all on public.credit_grants from anon, authenticated, service_role;
grant select on public.credit_grants to authenticated, service_role;
create policy "people read their own grants" on public.credit_grants
  for select to authenticated using (user_id = (select auth.uid()));
create index credit_grants_newest_first on public.credit_grants (user_id, created_at desc);

create table public.credit_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  grant_id uuid not null,
  kind text not null check (kind in ('debit', 'refund', 'revoke', 'expire')),
  amount integer not null,
  run_id uuid,
  -- Of a refund: failed or cancelled. Of a revocation: its cause.
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (user_id, grant_id) references public.credit_grants (user_id, id),
  -- Charges and refunds a run at most once each, whatever arrives twice.
  unique (run_id, kind),
  check (case kind
    when 'debit' then amount = -1 and run_id is not null
    when 'refund' then amount = 1 and run_id is not null and reason is not null
    when 'revoke' then amount < 0 and run_id is null and reason is not null
    -- 0 closes a grant that was fully spent. With a run: a credit that came back after its grant had expired.
    else amount <= 0
  end)
);
alter table public.credit_entries enable row level security;
revoke all on public.credit_entries from anon, authenticated, service_role;
grant select on public.credit_entries to authenticated, service_role;
create policy "people read their own entries" on public.credit_entries
  for select to authenticated using (user_id = (select auth.uid()));
create index credit_entries_newest_first on public.credit_entries (user_id, created_at desc);
create index credit_entries_of_grant on public.credit_entries (grant_id);
create unique index credit_entries_one_closing on public.credit_entries (grant_id) where kind = 'expire' and run_id is null;
create unique index credit_entries_one_revocation on public.credit_entries (grant_id, reason) where kind = 'revoke';

-- Refuses changes to the ledger also from roles that privileges do not bind: the owner and superusers.
create function private.refuse_rewriting() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '% is never rewritten: add a correcting row', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger insert_only before update or delete or truncate on public.credit_grants
  for each statement execute function private.refuse_rewriting();
create trigger insert_only before update or delete or truncate on public.credit_entries
  for each statement execute function private.refuse_rewriting();

-- Open grants: the worth of each, and how much of it is spent. An expired grant is no longer here. The checks guarantee
-- that no balance falls below zero: a transaction that would break them does not commit.
create table private.credit_balances (
  grant_id uuid primary key,
  user_id uuid not null,
  granted integer not null check (granted >= 0),
  spent integer not null default 0 check (spent between 0 and granted),
  expires_at timestamptz,
  granted_at timestamptz not null
);
alter table private.credit_balances enable row level security;
create index credit_balances_user_id on private.credit_balances (user_id);
create index credit_balances_expiry on private.credit_balances (expires_at) where expires_at is not null;

create function private.mirror_credits(owner uuid) returns void
language sql set search_path = '' as $$
  update public.profiles p
  set credits_limit = s.granted, credits_used = s.spent
  from (
    select coalesce(sum(granted), 0) as granted, coalesce(sum(spent), 0) as spent
    from private.credit_balances where user_id = owner
  ) s
  where p.id = owner and (p.credits_limit, p.credits_used) is distinct from (s.granted, s.spent)
$$;

-- The only writer of both mirrors.
create function private.post_to_balances() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_open boolean;
begin
  if tg_table_name = 'credit_grants' then
    insert into private.credit_balances (grant_id, user_id, granted, expires_at, granted_at)
    values (new.id, new.user_id, new.amount, new.expires_at, new.created_at);
  else
    if new.kind = 'expire' and new.run_id is null then
      delete from private.credit_balances where grant_id = new.grant_id and granted - spent = -new.amount;
    elsif new.kind = 'revoke' then
      update private.credit_balances set granted = granted + new.amount where grant_id = new.grant_id;
    else
      update private.credit_balances set spent = spent - new.amount
      where grant_id = new.grant_id and new.kind in ('debit', 'refund');
    end if;
    is_open := found;
    -- Only a late refund finds its grant closed.
    if not is_open and (new.run_id is null or new.kind = 'debit') then
      raise exception 'entry % does not fit grant %', new.kind, new.grant_id using errcode = 'check_violation';
    end if;
  end if;
  perform private.mirror_credits(new.user_id);
  return null;
end
$$;
create trigger post after insert on public.credit_grants for each row execute function private.post_to_balances();
create trigger post after insert on public.credit_entries for each row execute function private.post_to_balances();

-- Credits can be older than the profile: a pack bought before the terms were accepted.
create function private.mirror_to_new_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.mirror_credits(new.id);
  return null;
end
$$;
create trigger mirror_credits after insert on public.profiles
  for each row execute function private.mirror_to_new_profile();

-- One row per user, locked first by everything that touches a user's credits or runs. Always first: locking two rows in
-- two orders is a deadlock.
create table private.user_locks (user_id uuid primary key);
alter table private.user_locks enable row level security;

create function private.lock_user(owner uuid) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.user_locks (user_id) values (owner) on conflict do nothing;
  perform from private.user_locks where user_id = owner for update;
end
$$;

-- Returns false when this source was granted for before.
create function private.grant_credits(
  owner uuid, kind text, amount integer, expires_at timestamptz, source text, source_ref text
) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.lock_user(owner);
  insert into public.credit_grants (user_id, kind, amount, expires_at, source, source_ref)
  values (owner, grant_credits.kind, grant_credits.amount, grant_credits.expires_at,
          grant_credits.source, grant_credits.source_ref)
  on conflict on constraint credit_grants_source_source_ref_key do nothing;
  return found;
end
$$;

-- Closes a user's expired grants. Returns how many.
create function private.expire_grants(owner uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  closed integer;
begin
  perform private.lock_user(owner);
  insert into public.credit_entries (user_id, grant_id, kind, amount)
  select user_id, grant_id, 'expire', spent - granted
  from private.credit_balances where user_id = owner and expires_at <= now();
  get diagnostics closed = row_count;
  return closed;
end
$$;

-- Revokes what is left of a grant, at most `amount`: a refunded or disputed payment. Returns the number of credits.
create function private.revoke_grant(owner uuid, revoked_grant uuid, amount integer, reason text) returns integer
language plpgsql set search_path = '' as $$
declare
  rest integer;
begin
  perform private.lock_user(owner);
  select least(granted - spent, revoke_grant.amount) into rest
  from private.credit_balances where grant_id = revoked_grant and user_id = owner;
  if coalesce(rest, 0) <= 0 or exists (
    select from public.credit_entries e
    where e.grant_id = revoked_grant and e.kind = 'revoke' and e.reason = revoke_grant.reason
  ) then
    return 0;
  end if;
  insert into public.credit_entries (user_id, grant_id, kind, amount, reason)
  values (owner, revoked_grant, 'revoke', -rest, revoke_grant.reason);
  return rest;
end
$$;

-- Closes a grant early, because a better allowance replaces it. No-op on a closed grant. The caller holds the lock.
create function private.replace_grant(owner uuid, replaced uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into public.credit_entries (user_id, grant_id, kind, amount, reason)
  select user_id, grant_id, 'expire', spent - granted, 'replaced'
  from private.credit_balances where user_id = owner and grant_id = replaced;
  return found;
end
$$;

-- Takes one credit for one run, from the grant that expires soonest. False: none is left. The caller holds the lock.
create function private.take_credit(owner uuid, run uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into public.credit_entries (user_id, grant_id, kind, amount, run_id)
  select user_id, grant_id, 'debit', -1, run
  from private.credit_balances
  where user_id = owner and spent < granted and (expires_at is null or expires_at > now())
  order by expires_at nulls last, granted_at, grant_id
  limit 1;
  return found;
end
$$;

-- Refunds a run's credit to the grant it came from, once. False: the run was free, or was refunded before. If that
-- grant has expired since, the credit expires with it. The caller holds the lock.
create function private.give_credit_back(run uuid, reason text) returns boolean
language plpgsql set search_path = '' as $$
declare
  taken public.credit_entries;
begin
  select * into taken from public.credit_entries where run_id = run and kind = 'debit';
  if not found then return false; end if;
  insert into public.credit_entries (user_id, grant_id, kind, amount, run_id, reason)
  values (taken.user_id, taken.grant_id, 'refund', 1, run, give_credit_back.reason)
  on conflict (run_id, kind) do nothing;
  if not found then return false; end if;
  if not exists (select from private.credit_balances where grant_id = taken.grant_id) then
    insert into public.credit_entries (user_id, grant_id, kind, amount, run_id)
    values (taken.user_id, taken.grant_id, 'expire', -1, run);
  end if;
  return true;
end
$$;
