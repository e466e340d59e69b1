-- What the models at the configured endpoint were found to take and to refuse, so that a restart need not ask again.
-- Kept for one endpoint; whatever is older than a month is learned anew, since servers and models change.
create table private.learned_models (
  endpoint text not null,
  model text not null,
  learned jsonb not null,
  learned_at timestamptz not null default now(),
  primary key (endpoint, model)
);
alter table private.learned_models enable row level security;
