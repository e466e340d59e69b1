-- Where the user dragged a task to: a fractional index, so that a drag writes one row. It sorts by its bytes. Tasks
-- without one are sorted by priority, then newest first, on the same scale; see domain/task-order.ts.
alter table public.tasks
  add column rank text collate "C"
    check (rank ~ '^[A-Za-z][0-9A-Za-z]*[1-9A-Za-z]$' and char_length(rank) <= 4000);
grant insert (rank), update (rank) on public.tasks to authenticated, service_role;
