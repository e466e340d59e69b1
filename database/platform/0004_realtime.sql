-- Live updates: an outbox of committed changes, and the table whose policies say who may use a private topic.

-- One row per changed row of a published table, written by the change's own transaction. No API role gets in:
-- it holds every user's rows. The server reads it with its own rights and decides who hears of what.
create table realtime.changes (
  id bigint generated always as identity,
  -- All rows of one transaction, read together. NOTIFY keeps commit order, the identity column does not.
  transaction bigint not null default pg_current_xact_id()::text::bigint,
  schema name not null,
  "table" name not null,
  type text not null check (type in ('INSERT', 'UPDATE', 'DELETE')),
  owner uuid,
  record jsonb,
  old_record jsonb,
  committed_at timestamptz not null default clock_timestamp(),
  primary key (transaction, id)
);
alter table realtime.changes enable row level security;

-- Which tables are published, and which of their columns names the owner. Written by realtime.watch alone.
create table realtime.published (
  relation regclass primary key,
  owner_column name
);
alter table realtime.published enable row level security;

-- Runs with its owner's rights, because the caller may not write the outbox. Nothing in it depends on the data
-- being right (realtime.watch checks the types once), so it cannot fail the statement that fired it: an
-- exception handler here would cost a subtransaction for each row and hide a lost event.
-- Arguments: owner column or empty, primary key columns, whether the whole old row is published.
create function realtime.capture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  primary_key constant text[] := tg_argv[1];
  whole_old_row constant boolean := tg_argv[2];
  new_row jsonb;
  old_row jsonb;
  owner uuid;
begin
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

-- Publishes a table: `select realtime.watch('public.tasks', 'user_id')`. With an owner column, events reach that
-- user alone, deletions included; without one, row-level security decides and deletions reach service_role only.
-- Call it again after changing the primary key or the replica identity.
create function realtime.watch(relation regclass, owner_column name default null) returns void
language plpgsql set search_path = '' as $$
declare
  primary_key text[];
  whole_old_row boolean;
begin
  if owner_column is not null and not exists (
    select from pg_catalog.pg_attribute
    where attrelid = relation and attname = owner_column and atttypid = 'uuid'::regtype and not attisdropped
  ) then
    raise exception 'the owner column % of % must be a uuid', owner_column, relation;
  end if;
  select array_agg(a.attname::text order by a.attnum) into primary_key
  from pg_catalog.pg_index i
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = relation and i.indisprimary;
  if primary_key is null then
    raise exception '% needs a primary key to be published', relation;
  end if;
  select relreplident = 'f' into whole_old_row from pg_catalog.pg_class where oid = relation;
  execute format(
    'create or replace trigger realtime_capture after insert or update or delete on %s
       for each row execute function realtime.capture(%L, %L, %L)',
    relation, coalesce(owner_column, ''), primary_key, whole_old_row);
  insert into realtime.published (relation, owner_column) values (watch.relation, watch.owner_column)
  on conflict on constraint published_pkey do update set owner_column = excluded.owner_column;
end
$$;

-- Policies on this table decide who may read (select) and write (insert) a private topic. Its rows are messages
-- that SQL has sent; what browsers send is never stored.
create table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null default 'broadcast' check (extension in ('broadcast', 'presence')),
  payload jsonb,
  binary_payload bytea,
  event text,
  private boolean not null default true,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table realtime.messages enable row level security;
create index on realtime.messages (inserted_at);
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- The topic that a policy is asked about.
create function realtime.topic() returns text language sql stable set search_path = '' as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
grant execute on function realtime.topic() to anon, authenticated, service_role;

create function realtime.announce_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('realtime_messages', new.id::text);
  return null;
end
$$;
create trigger announce after insert on realtime.messages
  for each row when (new.extension = 'broadcast') execute function realtime.announce_message();

-- Broadcasts from SQL, under the sender's own rights. A live message is never worth a failed statement, so a
-- refusal is a warning.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
declare
  message_id constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, topic, extension, event, private, payload)
  values (message_id, send.topic, 'broadcast', send.event, send.private,
          jsonb_build_object('id', message_id) || coalesce(send.payload, '{}'));
exception when others then
  raise warning 'the message was not sent: %', sqlerrm;
end
$$;
grant execute on function realtime.send(jsonb, text, text, boolean) to anon, authenticated, service_role;

-- What a role may do on a private topic, found by trying: probe rows are written and read under the policies, then
-- taken back. The inner block always fails, which undoes the rows and every setting, the role included.
-- A policy that raises an error refuses. Called by the server only.
create function realtime.topic_rights(
  asked_topic text, asked_role name, claims jsonb,
  out read_broadcast boolean, out read_presence boolean,
  out write_broadcast boolean, out write_presence boolean)
language plpgsql set search_path = '' as $$
declare
  broadcast_probe constant uuid := gen_random_uuid();
  presence_probe constant uuid := gen_random_uuid();
  visible uuid[];
begin
  read_broadcast := false; read_presence := false; write_broadcast := false; write_presence := false;
  perform set_config('realtime.topic', asked_topic, true);
  perform set_config('request.jwt.claims', claims::text, true);
  begin
    insert into realtime.messages (id, topic, extension)
    values (broadcast_probe, asked_topic, 'broadcast'), (presence_probe, asked_topic, 'presence');
    perform set_config('role', asked_role, true);
    begin
      select array_agg(id) into visible from realtime.messages where id in (broadcast_probe, presence_probe);
      read_broadcast := coalesce(broadcast_probe = any (visible), false);
      read_presence := coalesce(presence_probe = any (visible), false);
    exception when others then null;
    end;
    begin
      insert into realtime.messages (topic, extension) values (asked_topic, 'broadcast');
      write_broadcast := true;
    exception when others then null;
    end;
    begin
      insert into realtime.messages (topic, extension) values (asked_topic, 'presence');
      write_presence := true;
    exception when others then null;
    end;
    raise sqlstate 'RT000';
  exception when sqlstate 'RT000' then null;
  end;
end
$$;

-- The outbox only bridges a lost connection of the server; stored messages are kept three days for replay.
create function realtime.prune(changes_older_than interval default '1 hour', messages_older_than interval default '3 days')
returns void language sql set search_path = '' as $$
  delete from realtime.changes where committed_at < now() - changes_older_than;
  delete from realtime.messages where inserted_at < now() - messages_older_than;
$$;
