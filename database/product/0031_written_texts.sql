-- Expands: how much text a person writes within a day is counted and limited, so that nobody fills the disk for all.

-- The row of a person's last day of writing.
create table private.written_texts (
  owner uuid primary key references auth.users on delete cascade,
  day date not null,
  bytes bigint not null
);
alter table private.written_texts enable row level security;

-- Counts a text of a person who writes it themselves. Raises a sentence that they can be shown.
create function private.count_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'UTC')::date;
  total bigint;
begin
  if auth.uid() is null then return null; end if;
  insert into private.written_texts as w (owner, day, bytes)
  values (new.user_id, today, greatest(octet_length(new::text), 8192))
  on conflict (owner) do update set
    day = excluded.day,
    bytes = case when w.day = excluded.day then w.bytes else 0 end + excluded.bytes
  returning w.bytes into total;
  if total > 100 * 1024 ^ 2 then
    raise exception 'You can save up to 100 MB of text a day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  return null;
end
$$;
revoke execute on function private.count_text() from public;

-- Counts one in so many short texts, as that many: writes of a person would wait for each other at their row.
create trigger count_text after insert or update of title, notes on public.tasks for each row
  when (random() * 8192 < 200 + octet_length(new.title) + octet_length(new.notes))
  execute function private.count_text();
create trigger count_text after insert or update of name, description on public.projects for each row
  when (random() * 8192 < 200 + octet_length(new.name) + coalesce(octet_length(new.description), 0))
  execute function private.count_text();
