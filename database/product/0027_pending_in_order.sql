-- The first page of the pending list is read in the order in which it is shown, so that nothing is sorted in above it
-- when the rest arrives.

-- Returns the caller's pending tasks in the order of the list, without some. Of more than `most` the newest, found by an
-- index: such a list is read in parts instead, and the browser needs to know only that.
-- Groups are those of toShownGroup in domain/days.ts. Within a group, tasks that were dragged come first; the browser
-- sorts them in.
create function public.pending_in_order(today date, most integer, without uuid[] default '{}')
returns setof public.tasks
language sql stable security invoker set search_path = ''
begin atomic
  select t.* from (
    select * from public.tasks p
    where not p.is_completed and p.id <> all (without)
    order by p.created_at desc, p.id desc limit most
  ) t
  order by
    case
      when t.due_on is null
        then array_position(array['today', 'tomorrow', 'next_weekend', 'future'], t.timeframe)
      when t.due_on < today
        and not (t.timeframe = 'next_weekend' and not t.is_dated and t.due_on = today - 1) then 0
      when t.due_on <= today then 1
      when t.timeframe = 'next_weekend' and not t.is_dated then 3
      when t.due_on = today + 1 then 2
      -- The Sunday after the Saturday that is still to come.
      when t.due_on <= today + 2 + (12 - extract(isodow from today)::integer) % 7 then 3
      else 4
    end,
    t.rank,
    array_position(array['urgent', 'high', 'medium', 'low', 'nice_to'], t.priority),
    t.created_at desc,
    coalesce(t.client_id, t.id);
end;
revoke execute on function public.pending_in_order(date, integer, uuid[]) from public, anon, service_role;
grant execute on function public.pending_in_order(date, integer, uuid[]) to authenticated;
