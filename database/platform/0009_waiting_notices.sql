-- Mails that tell people about their account and that the mail server has not accepted yet. Nobody would ask for them
-- again, so they must survive the process that wanted to send them. A row lives less than an hour of attempts.
create table private.waiting_notices (
  id bigint generated always as identity primary key,
  mail jsonb not null,
  tries integer not null default 1,
  due_at timestamptz not null,
  created_at timestamptz not null default now()
);
alter table private.waiting_notices enable row level security;
create index waiting_notices_due_at on private.waiting_notices (due_at);
