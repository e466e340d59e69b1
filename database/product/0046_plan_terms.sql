-- What the next bill of a plan asks for and what each of its months brings, as they were sold: the price list may say
-- something else by now. Null where the plan has not been looked at since there is this record.
alter table public.subscriptions
  add column price_cents integer check (price_cents >= 0),
  add column price_currency text,
  add column credits integer check (credits > 0);
