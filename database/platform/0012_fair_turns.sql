-- A statement's row triggers run when its conditions are no longer looked at, and cost more than its rows: one of 3,000
-- rows went on for a second after its time was over. Here it ends at the next row, too.
create or replace function realtime.capture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  primary_key constant text[] := tg_argv[1];
  whole_old_row constant boolean := tg_argv[2];
  new_row jsonb;
  old_row jsonb;
  owner uuid;
begin
  if clock_timestamp() > statement_timestamp() + nullif(current_setting('rest.patience', true), '')::interval then
    perform rest.out_of_time();
  end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if tg_argv[0] <> '' then owner := coalesce(new_row, old_row) ->> tg_argv[0]; end if;
  -- A deleted row is kept whole, so that filters on any column still match; the server cuts what it sends.
  if tg_op = 'UPDATE' and not whole_old_row then
    select jsonb_object_agg(key, value) into old_row from jsonb_each(old_row) where key = any (primary_key);
  end if;
  insert into realtime.changes (schema, "table", type, owner, record, old_record)
  values (tg_table_schema, tg_table_name, tg_op, owner, new_row, old_row);
  -- Equal payloads of one transaction are sent once, so a bulk statement costs one notification.
  perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  return null;
end
$$;
