-- Live messages on topics: policies say who may use a private topic, and SQL may send.

-- Policies on this table decide who may read (select) and write (insert) a private topic. Its rows are messages that
-- SQL sent; messages from browsers are not stored. A sent message is never changed: only the service may update.
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
create index messages_inserted_at_idx on realtime.messages (inserted_at);
grant select, insert on realtime.messages to anon, authenticated;
grant select, insert, update on realtime.messages to service_role;

-- Returns the topic that a policy is evaluated for.
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

-- Broadcasts from SQL, under the sender's own rights. A refusal is a warning: a live message is never worth a failed
-- statement.
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

-- Like realtime.send, for a payload that is no JSON. Clients of protocol version 1 cannot receive it.
create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (topic, extension, event, private, binary_payload)
  values (send_binary.topic, 'broadcast', send_binary.event, send_binary.private, send_binary.payload);
exception when others then
  raise warning 'the message was not sent: %', sqlerrm;
end
$$;
grant execute on function realtime.send_binary(bytea, text, text, boolean) to anon, authenticated, service_role;

-- Broadcasts a changed row from a row trigger: `perform realtime.broadcast_changes('room:' || new.room, tg_op, tg_op,
-- tg_table_name, tg_table_schema, new, old)`. The topic is private. A wrong call fails, because the trigger's author
-- must see it; a message that may not be sent is a warning, as in realtime.send.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW') returns void
language plpgsql set search_path = '' as $$
begin
  if level is distinct from 'ROW' then
    raise exception 'realtime.broadcast_changes is for triggers FOR EACH ROW, not for each %', level;
  end if;
  if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'realtime.broadcast_changes knows no operation %', coalesce(operation, 'null');
  end if;
  perform realtime.send(
    jsonb_build_object('record', new, 'old_record', old, 'operation', operation,
                       'table', table_name, 'schema', table_schema),
    event_name, topic_name);
end
$$;
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;

-- Finds out by trying what a role may do on a private topic: writes and reads probe rows under the policies. The inner
-- block always fails, which undoes the rows and every setting, the role included. A policy that raises an error
-- refuses. Called by the server only.
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

-- Prunes both tables. The outbox only bridges a lost connection of the server; messages are kept three days for replay.
create function realtime.prune(changes_older_than interval default '1 hour', messages_older_than interval default '3 days')
returns void language sql set search_path = '' as $$
  delete from realtime.changes where committed_at < now() - changes_older_than;
  delete from realtime.messages where inserted_at < now() - messages_older_than;
$$;
