-- What was paid, and for what. The payment provider is the truth: these rows are copies of its state, written by the
-- product's own role alone, and everything that credits or a tier follows from. User ids are bare, as in the ledger.

-- Whom the provider knows a person as. `account` is one world of the provider: its live mode, its test mode, or the
-- local test checkout; what is true in one of them means nothing in another.
create table private.payment_customers (
  account text not null check (account in ('local', 'stripe_test', 'stripe_live')),
  customer_ref text not null,
  user_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account, customer_ref),
  unique (account, user_id)
);
alter table private.payment_customers enable row level security;

-- One row for each payment: a pack, or one bill of a plan.
create table public.purchases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  item text not null,
  -- What was paid, tax included, and how much of it was given back.
  amount_cents integer not null check (amount_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  currency text not null,
  is_disputed boolean not null default false,
  -- No money has moved: the provider's test mode, or the local test checkout.
  is_test boolean not null,
  -- The provider's names of the payment or bill, and of the checkout that it came from.
  payment_ref text not null unique,
  checkout_ref text,
  paid_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
alter table public.purchases enable row level security;
revoke all on public.purchases from anon, authenticated, service_role;
grant select on public.purchases to authenticated, service_role;
create policy "people read their own purchases" on public.purchases
  for select to authenticated using (user_id = (select auth.uid()));
create index purchases_newest_first on public.purchases (user_id, paid_at desc);
create index purchases_checkout on public.purchases (checkout_ref);

-- Plans that were bought. A plan that has ended stays, for the history.
create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  -- What the next bill will be for.
  item text not null check (item in ('start_monthly', 'start_yearly', 'pro_monthly', 'pro_yearly')),
  status text not null check (status in ('incomplete', 'active', 'unpaid', 'ended')),
  -- The end of what has been paid; null before the first payment.
  paid_until timestamptz,
  -- When it ends, where it has been cancelled.
  cancels_at timestamptz,
  ended_at timestamptz,
  is_test boolean not null,
  account text not null check (account in ('local', 'stripe_test', 'stripe_live')),
  subscription_ref text not null unique,
  -- The price that was checked when it was bought: a later price list does not make an older plan wrong.
  price_ref text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
alter table public.subscriptions enable row level security;
revoke all on public.subscriptions from anon, authenticated, service_role;
grant select on public.subscriptions to authenticated, service_role;
create policy "people read their own subscriptions" on public.subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
create trigger stamp_update before update on public.subscriptions
  for each row execute function private.stamp_update();
create index subscriptions_user_id on public.subscriptions (user_id);
create index subscriptions_running on public.subscriptions (account, paid_until) where status <> 'ended';
select private.publish('public.subscriptions', 'user_id');

-- The stretches of time that bills have paid for. An upgrade pays for a second, better one inside the first.
create table private.plan_periods (
  bill_ref text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  user_id uuid not null,
  subscription_ref text not null references public.subscriptions (subscription_ref),
  tier text not null check (tier in ('start', 'pro')),
  -- A refund of the whole, or a lost dispute, takes the time back too.
  is_void boolean not null default false,
  primary key (bill_ref, starts_at)
);
alter table private.plan_periods enable row level security;
create index plan_periods_ends_at on private.plan_periods (ends_at) where not is_void;
create index plan_periods_user_id on private.plan_periods (user_id);
create index plan_periods_subscription_ref on private.plan_periods (subscription_ref);

-- Money that went back, each time once: credits that come back to a grant later are not taken for it again.
create table private.payment_reversals (
  id text primary key,
  payment_ref text not null,
  kind text not null check (kind in ('refund', 'dispute')),
  amount_cents integer not null,
  credits_revoked integer not null,
  created_at timestamptz not null default clock_timestamp()
);
alter table private.payment_reversals enable row level security;

-- The inbox of the provider's messages. What a message says is never believed: it names what to look at again.
create table private.stripe_events (
  id text primary key,
  account text not null,
  type text not null,
  subject_kind text check (subject_kind in ('checkout', 'subscription', 'payment')),
  subject_ref text,
  happened_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  -- How it came: by itself, or found missing by the daily comparison.
  origin text not null check (origin in ('webhook', 'comparison')),
  settled_at timestamptz,
  -- What came of it: settled, nothing to do, or refused and why.
  outcome text,
  check ((subject_kind is null) = (subject_ref is null))
);
alter table private.stripe_events enable row level security;
create index stripe_events_waiting on private.stripe_events (received_at) where settled_at is null;
create index stripe_events_received_at on private.stripe_events (received_at);

-- Two looks at the same thing may come back in the other order. Each takes a number before it looks; what was
-- looked at earlier never overwrites what was looked at later.
create sequence private.settlement_turns;
create table private.settlements (
  account text not null,
  subject_ref text not null,
  turn bigint not null,
  primary key (account, subject_ref)
);
alter table private.settlements enable row level security;

-- Up to when the provider's list of messages has been compared with the inbox.
create table private.payment_comparisons (
  account text primary key,
  compared_until timestamptz not null
);
alter table private.payment_comparisons enable row level security;

-- Whether this look is the newest one at its subject. To be asked in the transaction that writes what was seen.
create function private.is_newest_settlement(account text, subject_ref text, turn bigint) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into private.settlements as s (account, subject_ref, turn)
  values (is_newest_settlement.account, is_newest_settlement.subject_ref, is_newest_settlement.turn)
  on conflict on constraint settlements_pkey do update set turn = excluded.turn where s.turn < excluded.turn;
  return found;
end
$$;

-- Closes a grant before its time: a better allowance takes its place. Nothing happens to one that is closed already.
-- The caller holds the lock.
create function private.replace_grant(owner uuid, replaced uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into public.credit_entries (user_id, grant_id, kind, amount, reason)
  select user_id, grant_id, 'expire', spent - granted, 'replaced'
  from private.credit_balances where user_id = owner and grant_id = replaced;
  return found;
end
$$;

-- The tier follows what is paid for now. One that an operator has granted is not touched by payments. A bill is paid an
-- hour or so after the time before it has run out: for that long a plan that goes on keeps its name, without credits.
-- Returns the tier.
create function private.follow_plan(owner uuid, moment timestamptz default now()) returns text
language plpgsql set search_path = '' as $$
declare
  paid text;
begin
  perform private.lock_user(owner);
  select coalesce(
    (select p.tier from private.plan_periods p join public.subscriptions s on s.subscription_ref = p.subscription_ref
     where p.user_id = owner and not p.is_void and p.starts_at <= moment
       and p.ends_at + case when s.status = 'active' and s.cancels_at is null then interval '1 day' else '0' end > moment
       and coalesce(s.ended_at > moment, true)
     order by p.tier = 'pro' desc limit 1),
    'free') into paid;
  update public.profiles set subscription_tier = paid
  where id = owner and subscription_tier not in ('premium', paid)
    and not exists (select from private.granted_tiers t where t.user_id = owner);
  return paid;
end
$$;
