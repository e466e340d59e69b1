-- A customer who was deleted at the payment provider takes no money any more: a new one takes their place. The old one
-- stays on file, because payments of theirs may still be told of.
alter table private.payment_customers add column gone_at timestamptz;
alter table private.payment_customers drop constraint payment_customers_account_user_id_key;
create unique index payment_customers_in_use on private.payment_customers (account, user_id) where gone_at is null;
create index payment_customers_user_id on private.payment_customers (user_id);
