-- Tells a client that was away what has changed meanwhile, so that it reads that alone (docs/decisions/037).

-- Returns which of the caller's tables and tasks have changed since a moment, or in the last seconds, and the moment up
-- to which that holds: it is the next `since`. `missed` is null if that is no longer known, or too much to list: then
-- everything has to be read again. A hosted project has no such outbox.
create function public.missed_changes(since timestamptz default null, seconds integer default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Rows carry the time of their writing, and their transactions end up to ten seconds later.
  beginning constant timestamptz :=
    coalesce(since, now() - make_interval(secs => seconds)) - interval '15 seconds';
  -- One statement can change as many; listing them would cost more than reading everything.
  most_changes constant integer := 500;
  -- Their ids have to fit into the address of a request.
  most_tasks constant integer := 100;
  tables text[];
  tasks text[];
  total bigint;
begin
  -- The outbox is pruned after an hour.
  if to_regclass('realtime.changes') is not null and beginning > now() - interval '55 minutes' then
    with mine as materialized (
      select c."table" as name, coalesce(c.record, c.old_record) as content
      from realtime.changes c
      where c.owner = auth.uid() and c.committed_at > beginning and c.schema = 'public'
      limit most_changes + 1
    )
    select count(*), array_agg(distinct m.name),
      array_agg(distinct case when m.name = 'tasks' then m.content ->> 'id' else m.content ->> 'task_id' end)
        filter (where m.name = 'tasks' or m.content ? 'task_id')
    into total, tables, tasks
    from mine m;
  end if;
  return jsonb_build_object('until', now(), 'missed', case
    when total <= most_changes and coalesce(cardinality(tasks), 0) <= most_tasks then jsonb_build_object(
      'tables', to_jsonb(coalesce(tables, '{}')), 'task_ids', to_jsonb(coalesce(tasks, '{}')))
  end);
end
$$;
revoke execute on function public.missed_changes(timestamptz, integer) from public, anon, service_role;
grant execute on function public.missed_changes(timestamptz, integer) to authenticated;
