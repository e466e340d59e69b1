-- A refund can fail after the payment provider had called it done: what it took is granted again.
alter table private.payment_reversals add column undone_at timestamptz;
create index payment_reversals_payment_ref on private.payment_reversals (payment_ref);
