-- Payments. The payment provider is the truth: these rows are copies of its state, written by the product's own role
-- alone, and everything about credits or a tier follows from them. User ids are bare, as in the ledger.

-- The provider's customer for each person. `account` is one world of the provider: its live mode, its test mode, or the
-- local test checkout; nothing carries over from one to another.
create table private.payment_customers (
  account text not null check (account in ('local', 'stripe_test', 'stripe_live')),
  customer_ref text not null,
  user_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  -- A customer who was deleted at the provider cannot pay any more: a new one replaces them. The old one stays on file,
  -- because messages about their payments may still arrive.
  gone_at timestamptz,
  primary key (account, customer_ref)
);
alter table private.payment_customers enable row level security;
create unique index payment_customers_in_use on private.payment_customers (account, user_id) where gone_at is null;
create index payment_customers_user_id on private.payment_customers (user_id);

-- One row for each payment: a pack, or one bill of a plan.
create table public.purchases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  item text not null,
  -- The amount paid, tax included, and how much of it was refunded.
  amount_cents integer not null check (amount_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  currency text not null,
  is_disputed boolean not null default false,
  -- No money was moved: the provider's test mode, or the local test checkout.
  is_test boolean not null,
  -- The provider's ids of the payment or bill, and of its checkout.
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
  -- The item of the next bill.
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
  updated_at timestamptz not null default clock_timestamp(),
  -- When it began at the payment provider.
  started_at timestamptz not null default clock_timestamp(),
  -- The amount of the next bill and the credits of each month, as sold: the price list may have changed since. Null
  -- until the plan is first looked up.
  price_cents integer check (price_cents >= 0),
  price_currency text,
  credits integer check (credits > 0)
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
  -- A period brings what was sold with it, whatever the price list says by then.
  price_ref text,
  credits integer not null check (credits > 0),
  primary key (bill_ref, starts_at)
);
alter table private.plan_periods enable row level security;
create index plan_periods_ends_at on private.plan_periods (ends_at) where not is_void;
create index plan_periods_user_id on private.plan_periods (user_id);
create index plan_periods_subscription_ref on private.plan_periods (subscription_ref);

-- The offer that a person saw when they went to pay, written before they get the address of the checkout. A price list
-- that changes while the page is open changes nothing: the payment is compared with this row.
create table private.checkout_orders (
  account text not null check (account in ('local', 'stripe_test', 'stripe_live')),
  checkout_ref text not null,
  user_id uuid not null,
  item text not null,
  price_ref text not null,
  cents integer not null check (cents >= 0),
  currency text not null,
  -- Of a pack: all of them. Of a plan: those of each month.
  credits integer not null check (credits > 0),
  opened_at timestamptz not null default clock_timestamp(),
  -- Paid, or no longer payable.
  closed_at timestamptz,
  primary key (account, checkout_ref)
);
alter table private.checkout_orders enable row level security;
create index checkout_orders_user_id on private.checkout_orders (user_id);

-- Plans beside another one of the same person, both of which would go on being charged: to be ended and refunded.
create table private.surplus_plans (
  subscription_ref text primary key references public.subscriptions (subscription_ref),
  account text not null,
  user_id uuid not null,
  -- The plan that stays.
  kept_ref text not null references public.subscriptions (subscription_ref),
  found_at timestamptz not null default clock_timestamp(),
  -- Ended at the provider, its running bill refunded, and the person notified.
  settled_at timestamptz,
  -- Payments of the plan that have been refunded, each once. A plan can still be paid after it was ended.
  refunded text[] not null default '{}'
);
alter table private.surplus_plans enable row level security;
create index surplus_plans_user_id on private.surplus_plans (user_id);
create index surplus_plans_kept_ref on private.surplus_plans (kept_ref);
create index surplus_plans_waiting on private.surplus_plans (account) where settled_at is null;

-- Money that was returned, each time once: credits that come back to a grant later are not taken for it again.
create table private.payment_reversals (
  id text primary key,
  payment_ref text not null,
  kind text not null check (kind in ('refund', 'dispute')),
  amount_cents integer not null,
  credits_revoked integer not null,
  created_at timestamptz not null default clock_timestamp(),
  -- A refund can fail after the provider had called it done: then what it took is granted again.
  undone_at timestamptz
);
alter table private.payment_reversals enable row level security;
create index payment_reversals_payment_ref on private.payment_reversals (payment_ref);

-- The inbox of the provider's messages. The content of a message is never trusted: it names what to look up again.
create table private.stripe_events (
  id text primary key,
  account text not null,
  type text not null,
  subject_kind text check (subject_kind in ('checkout', 'subscription', 'payment')),
  subject_ref text,
  happened_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  -- Sent by the provider, or found missing by the daily comparison.
  origin text not null check (origin in ('webhook', 'comparison')),
  settled_at timestamptz,
  -- Settled, nothing to do, or refused and why.
  outcome text,
  check ((subject_kind is null) = (subject_ref is null))
);
alter table private.stripe_events enable row level security;
create index stripe_events_waiting on private.stripe_events (received_at) where settled_at is null;
create index stripe_events_received_at on private.stripe_events (received_at);

-- Two look-ups of the same thing may finish out of order. Each takes a number before it begins; an older look-up never
-- overwrites a newer one.
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

-- Whether this look-up is the newest of its subject. Call it in the transaction that writes the result.
create function private.is_newest_settlement(account text, subject_ref text, turn bigint) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into private.settlements as s (account, subject_ref, turn)
  values (is_newest_settlement.account, is_newest_settlement.subject_ref, is_newest_settlement.turn)
  on conflict on constraint settlements_pkey do update set turn = excluded.turn where s.turn < excluded.turn;
  return found;
end
$$;

-- Sets the tier to what is paid for now. Payments do not touch a tier that an operator has granted. A bill is paid an
-- hour or so after the previous period has run out: for that long a plan that goes on keeps its name, without credits.
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
