-- A timeframe is a word about the day on which it was chosen. The word stays as chosen; the day that it meant is kept
-- beside it, so that tomorrow becomes today at midnight. See docs/decisions/035.

alter table public.tasks
  -- Null for the future, which is no particular day.
  add column due_on date check (due_on between '0001-01-01' and '9999-12-31'),
  -- The user named this day, instead of one of the four words.
  add column is_dated boolean not null default false;
grant insert (due_on, is_dated), update (due_on, is_dated) on public.tasks to authenticated, service_role;

-- The day that a timeframe means on a day: for the weekend, the Saturday that is still to come.
create function private.day_meant(timeframe text, today date) returns date
language sql immutable set search_path = '' as $$
  select case timeframe
    when 'today' then today
    when 'tomorrow' then today + 1
    when 'next_weekend' then today + 1 + (12 - extract(isodow from today)::integer) % 7
  end
$$;

-- An update may set the day to what it already is ("today" for what was chosen as "tomorrow" yesterday). The values
-- alone don't tell that from an update that doesn't know the column.
create function private.note_given_day() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform set_config('errand.due_on_given', 'yes', true);
  return new;
end
$$;
create trigger date_given before update of due_on on public.tasks
  for each row execute function private.note_given_day();

-- Anchors a timeframe that arrives without a day, from a client that doesn't know the column, to the day in UTC.
create function private.date_task() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  is_given constant boolean := coalesce(current_setting('errand.due_on_given', true), '') = 'yes';
begin
  if is_given then perform set_config('errand.due_on_given', '', true); end if;
  if tg_op = 'INSERT' and new.due_on is null
    or tg_op = 'UPDATE' and new.timeframe is distinct from old.timeframe and not is_given then
    new.due_on := private.day_meant(new.timeframe, today);
    new.is_dated := false;
  end if;
  -- Also in a row from the trash that was deleted before the column existed.
  new.is_dated := coalesce(new.is_dated, false) and new.due_on is not null;
  return new;
end
$$;
create trigger date_task before insert or update on public.tasks
  for each row execute function private.date_task();

-- Existing tasks. Their words never moved, so an old "today" may be a year old and still be what its owner means. Only a
-- word whose day, counted from the last change of the task, is still ahead in every time zone gets that day. Every other
-- task keeps no day and stays under its word until its owner chooses again: nothing becomes left from before by itself.
-- Nobody has changed these tasks: neither updated_at nor listeners should say so.
alter table public.tasks disable trigger user;
update public.tasks set due_on = private.day_meant(timeframe, (updated_at at time zone 'UTC')::date)
where not is_completed
  and private.day_meant(timeframe, (updated_at at time zone 'UTC')::date) > (now() at time zone 'UTC')::date;
alter table public.tasks enable trigger user;
