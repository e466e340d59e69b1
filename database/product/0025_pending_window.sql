-- Long lists are read in parts, in the order of the list (docs/decisions/044).

-- Returns the caller's first pending tasks of each group, or of one group those after a task: by priority, then newest
-- first. Tasks that were dragged come with the first part, the first 200 of them; the browser sorts them in.
-- Groups are those of toShownGroup in domain/days.ts. They are written out here because a function that is called for
-- each of 50,000 tasks takes as long as all the rest.
create function public.pending_window(
  today date, size integer, of_category text default null, of_project uuid default null, of_group text default null,
  after_priority text default null, after_moment timestamptz default null, after_id uuid default null
)
returns setof public.tasks
language sql stable security invoker set search_path = ''
begin atomic
  with grouped as (
    select t.id as task_id, t.rank, t.created_at, coalesce(t.client_id, t.id) as tie,
      array_position(array['urgent', 'high', 'medium', 'low', 'nice_to'], t.priority) as priority,
      case
        when t.due_on is null then t.timeframe
        when t.due_on < today then
          case when t.timeframe = 'next_weekend' and not t.is_dated and t.due_on = today - 1
            then 'today' else 'before' end
        when t.due_on = today then 'today'
        when t.timeframe = 'next_weekend' and not t.is_dated then 'next_weekend'
        when t.due_on = today + 1 then 'tomorrow'
        -- The Sunday after the Saturday that is still to come.
        when t.due_on <= today + 2 + (12 - extract(isodow from today)::integer) % 7 then 'next_weekend'
        else 'future'
      end as shown_group
    from public.tasks t
    where not t.is_completed
      and (of_category is null or t.category = of_category)
      and (of_project is null or t.project_id = of_project)
  ), numbered as (
    select g.task_id, row_number() over (
      partition by g.shown_group order by g.priority, g.created_at desc, g.tie) as place
    from grouped g
    where g.rank is null and (of_group is null or g.shown_group = of_group) and (after_moment is null
      or g.priority > array_position(array['urgent', 'high', 'medium', 'low', 'nice_to'], after_priority)
      or g.priority = array_position(array['urgent', 'high', 'medium', 'low', 'nice_to'], after_priority)
        and (g.created_at < after_moment or g.created_at = after_moment and g.tie > after_id))
  ), dragged as (
    select g.task_id from grouped g
    where g.rank is not null and after_moment is null and (of_group is null or g.shown_group = of_group)
    order by g.rank limit 200
  )
  select t.* from public.tasks t
  where t.id in (select n.task_id from numbered n where n.place <= size union all select d.task_id from dragged d);
end;
revoke execute on function public.pending_window(date, integer, text, uuid, text, text, timestamptz, uuid)
  from public, anon, service_role;
grant execute on function public.pending_window(date, integer, text, uuid, text, text, timestamptz, uuid)
  to authenticated;

-- Counts the caller's pending tasks by what decides where a list shows them. The browser finds the groups, which change
-- at midnight.
create function public.pending_counts(of_project uuid default null)
returns table (timeframe text, due_on date, is_dated boolean, category text, count bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select t.timeframe, t.due_on, t.is_dated, t.category, count(*)
  from public.tasks t
  where not t.is_completed and (of_project is null or t.project_id = of_project)
  group by t.timeframe, t.due_on, t.is_dated, t.category;
end;
revoke execute on function public.pending_counts(uuid) from public, anon, service_role;
grant execute on function public.pending_counts(uuid) to authenticated;
