-- Several tasks are dragged together, or none. See docs/decisions/036.

-- A browser makes room before a rank gets longer. Nobody has moved these tasks: listeners shouldn't hear of it.
alter table public.tasks disable trigger user;
update public.tasks set rank = null where char_length(rank) > 64;
alter table public.tasks enable trigger user;
update private.trash_contents set content = jsonb_set(content, '{task,rank}', 'null')
where char_length(content #>> '{task,rank}') > 64;
alter table public.tasks
  drop constraint tasks_rank_check,
  add constraint tasks_rank_check
    check (rank ~ '^[A-Za-z][0-9A-Za-z]*[1-9A-Za-z]$' and char_length(rank) <= 64);

-- Later with every change of a task, also of two at the same time, so that a browser can tell which of two versions is
-- the newer. The time of the transaction is not: one that began first may have waited for the other.
create or replace function private.tidy_task() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.title := regexp_replace(new.title, '^\s+|\s+$', '', 'g');
  -- As specified: store an unknown type as the plainest one, without an error.
  if new.ai_task_type not in (
    'answer', 'reasoning', 'create_image', 'image_edit', 'research', 'web_search', 'data_analysis', 'doc_summary'
  ) then
    new.ai_task_type := 'answer';
  end if;
  if not new.is_completed then
    new.completed_at := null;
  elsif new.completed_at is null then
    new.completed_at := now();
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;

-- Sets what each place names: its rank, its timeframe with the day that it means, its project. Tasks deleted meanwhile
-- are left out; of a place that is refused, none is taken.
create function public.place_tasks(places jsonb) returns setof public.tasks
language plpgsql set search_path = '' as $$
begin
  -- In one order, so that of two calls for the same tasks one waits for the other.
  perform from public.tasks t
  where t.id in (select (p ->> 'id')::uuid from jsonb_array_elements(places) p)
  order by t.id for update;
  return query
  update public.tasks t set
    rank = case when p ? 'rank' then p ->> 'rank' else t.rank end,
    timeframe = case when p ? 'timeframe' then p ->> 'timeframe' else t.timeframe end,
    due_on = case when p ? 'due_on' then (p ->> 'due_on')::date else t.due_on end,
    is_dated = case when p ? 'is_dated' then (p ->> 'is_dated')::boolean else t.is_dated end,
    project_id = case when p ? 'project_id' then (p ->> 'project_id')::uuid else t.project_id end
  from jsonb_array_elements(places) p
  where t.id = (p ->> 'id')::uuid
  returning t.*;
end
$$;
revoke execute on function public.place_tasks(jsonb) from public, anon, service_role;
grant execute on function public.place_tasks(jsonb) to authenticated;
