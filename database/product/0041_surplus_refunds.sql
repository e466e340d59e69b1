-- A second plan can be paid after it was ended: its payment is given back then, each payment once.
alter table private.surplus_plans
  -- Payments of the plan that have been given back.
  add column refunded text[] not null default '{}';
