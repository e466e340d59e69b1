-- Broadcasts of changed rows from row triggers, and of bytes.

-- Like realtime.send, for a payload that is no JSON. Clients of protocol version 1 cannot be told.
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

-- What a row trigger calls: `perform realtime.broadcast_changes('room:' || new.room, tg_op, tg_op, tg_table_name,
-- tg_table_schema, new, old)`. The topic is private. A wrong call fails, because whoever writes the trigger must see
-- it; a message that may not be sent is a warning, as in realtime.send.
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
