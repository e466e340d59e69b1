-- What somebody was shown when they went to pay, written before they get the address of the checkout. A price list that
-- changes while the page is open changes nothing of it: what is paid there is compared with this row.
create table private.checkout_orders (
  account text not null check (account in ('local', 'stripe_test', 'stripe_live')),
  checkout_ref text not null,
  user_id uuid not null,
  item text not null,
  price_ref text not null,
  cents integer not null check (cents >= 0),
  currency text not null,
  -- Of a pack all of them, of a plan those of each month.
  credits integer not null check (credits > 0),
  opened_at timestamptz not null default clock_timestamp(),
  -- Paid, or nobody can pay there any more.
  closed_at timestamptz,
  primary key (account, checkout_ref)
);
alter table private.checkout_orders enable row level security;
create index checkout_orders_user_id on private.checkout_orders (user_id);

-- A period brings what was sold with it, whatever the price list says by then. Until now the figures never changed.
alter table private.plan_periods add column price_ref text;
alter table private.plan_periods add column credits integer check (credits > 0);
update private.plan_periods set credits = case tier when 'pro' then 300 else 150 end;
alter table private.plan_periods alter column credits set not null;

-- When it began at the payment provider; of those that are on file, when they were first seen.
alter table public.subscriptions add column started_at timestamptz not null default clock_timestamp();
update public.subscriptions set started_at = created_at;

-- Plans beside another one of the same person, each of which would go on being charged: to be ended and paid back.
create table private.surplus_plans (
  subscription_ref text primary key references public.subscriptions (subscription_ref),
  account text not null,
  user_id uuid not null,
  -- The plan that stays.
  kept_ref text not null references public.subscriptions (subscription_ref),
  found_at timestamptz not null default clock_timestamp(),
  -- Ended at the provider, its running bill paid back, and the person told.
  settled_at timestamptz
);
alter table private.surplus_plans enable row level security;
create index surplus_plans_user_id on private.surplus_plans (user_id);
create index surplus_plans_kept_ref on private.surplus_plans (kept_ref);
create index surplus_plans_waiting on private.surplus_plans (account) where settled_at is null;
