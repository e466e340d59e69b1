-- Live updates of tables: an outbox of committed changes, and the list of the tables that are captured in it.

-- One row per changed row of a published table, written in the same transaction. No API role has access: it holds every
-- user's rows. The server reads it with its own rights and decides who receives what.
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

-- The captured tables. realtime.watch and realtime.follow_publication write it.
create table realtime.published (
  relation regclass primary key,
  -- The column that names the owner, if any.
  owner_column name,
  -- Published by its membership in the publication alone: without an owner column, and only while it is a member.
  by_publication boolean not null default false,
  -- The key and replica identity that its trigger was made with: follow_publication makes it anew when they change.
  shape text
);
alter table realtime.published enable row level security;

-- Writes the outbox. Arguments: owner column or empty, primary key columns, whether the whole old row is published.
-- Runs with its owner's rights, because the caller may not write the outbox. It has no exception handler: nothing in it
-- depends on the data being right (realtime.watch checks the types once), and a handler would cost a subtransaction per
-- row and hide a lost event. It checks the time limit itself: row triggers run after the statement's conditions have
-- been evaluated, and cost more than the rows. An update of 3,000 rows ran on for a second after its time was over.
create function realtime.capture() returns trigger
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
  -- Keep a deleted row whole, so that filters on any column still match; the server cuts it down before sending.
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

-- Reads what a table's trigger must know. The key is null where there is none.
create function realtime.shape_of(relation regclass, out key_columns text[], out whole_old_row boolean)
language sql stable set search_path = '' as $$
  select (select array_agg(a.attname::text order by a.attnum)
          from pg_catalog.pg_index i
          join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
          where i.indrelid = relation and i.indisprimary),
         (select relreplident = 'f' from pg_catalog.pg_class where oid = relation)
$$;

-- Publishes a table: `select realtime.watch('public.tasks', 'user_id')`. With an owner column, events reach that user
-- alone, deletions included; without one, row-level security decides, also about deletions. Call it again after
-- changing the primary key or the replica identity.
create function realtime.watch(relation regclass, owner_column name default null) returns void
language plpgsql set search_path = '' as $$
declare
  shape record;
begin
  if owner_column is not null and not exists (
    select from pg_catalog.pg_attribute
    where attrelid = relation and attname = owner_column and atttypid = 'uuid'::regtype and not attisdropped
  ) then
    raise exception 'the owner column % of % must be a uuid', owner_column, relation;
  end if;
  select * into shape from realtime.shape_of(relation);
  if shape.key_columns is null then
    raise exception '% needs a primary key to be published', relation;
  end if;
  execute format(
    'create or replace trigger realtime_capture after insert or update or delete on %s
       for each row execute function realtime.capture(%L, %L, %L)',
    relation, coalesce(owner_column, ''), shape.key_columns, shape.whole_old_row);
  insert into realtime.published (relation, owner_column, by_publication, shape)
  values (watch.relation, watch.owner_column, false, shape::text)
  on conflict on constraint published_pkey do update
    set owner_column = excluded.owner_column, by_publication = false, shape = excluded.shape;
end
$$;

-- Other servers of this API publish with `alter publication supabase_realtime add table …`. Here nothing is replicated:
-- membership names tables to capture, beside those of realtime.watch (docs/decisions/031).
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- Lists the members of the publication that can be captured. Tables that only the service may read stay out of the
-- outbox, even if the publication is for all tables; so does the outbox itself.
create function realtime.members() returns table (relation regclass, is_partly boolean)
language sql stable set search_path = '' as $$
  select c.oid::regclass, exists (
    select from pg_catalog.pg_publication_rel r
    join pg_catalog.pg_publication p on p.oid = r.prpubid and p.pubname = 'supabase_realtime'
    where r.prrelid = c.oid and (r.prqual is not null or r.prattrs is not null))
  from pg_catalog.pg_publication_tables t
  join pg_catalog.pg_namespace n on n.nspname = t.schemaname
  join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = t.tablename
  where t.pubname = 'supabase_realtime' and n.nspname <> 'realtime' and (
    has_any_column_privilege('anon', c.oid, 'select') or has_any_column_privilege('authenticated', c.oid, 'select'))
$$;

-- Makes the captured tables agree with the publication. The server calls it: an event trigger, which could do it at
-- once, needs a superuser and does not fire on the embedded database. Returns each change, and each failure with its
-- reason.
create function realtime.follow_publication() returns table (changed text, problem text)
language plpgsql set search_path = '' as $$
declare
  member record;
begin
  -- One at a time: a concurrent call returns, and finds the work done the next time. Don't wait for a busy table.
  if not pg_try_advisory_xact_lock(hashtext('realtime.follow_publication')) then return; end if;
  perform set_config('lock_timeout', '1s', true);
  delete from realtime.published p where not exists (select from pg_catalog.pg_class c where c.oid = p.relation);

  for member in
    select m.relation, m.is_partly from realtime.members() m
    where not exists (
      select from realtime.published p where p.relation = m.relation and (
        not p.by_publication or p.shape is not distinct from realtime.shape_of(m.relation)::text))
  loop
    changed := member.relation;
    problem := null;
    begin
      if member.is_partly then
        raise exception 'it is published with a condition or a list of columns, which is not supported';
      end if;
      perform realtime.watch(member.relation);
      update realtime.published p set by_publication = true where p.relation = member.relation;
    exception when others then
      problem := sqlerrm;
    end;
    return next;
  end loop;

  for member in
    select p.relation from realtime.published p
    where p.by_publication and p.relation not in (select m.relation from realtime.members() m)
  loop
    changed := member.relation;
    problem := null;
    begin
      execute format('drop trigger if exists realtime_capture on %s', member.relation);
      delete from realtime.published p where p.relation = member.relation;
    exception when others then
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$$;

-- Returns, as text, the condition under which the policies show a role a row of this table. A deleted row can no longer
-- be looked up: the server evaluates the condition on the values that it had. Names are schema-qualified, whatever the
-- search path.
create function realtime.sight_of(relation regclass, asked_role name) returns text
language sql stable set search_path = '' as $$
  with applying as (
    select polpermissive, pg_catalog.pg_get_expr(polqual, polrelid) as condition
    from pg_catalog.pg_policy
    where polrelid = relation and polcmd in ('r', '*') and (
      0::oid = any (polroles)
      or exists (select from unnest(polroles) as named (role) where pg_has_role(asked_role, named.role, 'usage')))
  )
  select concat_ws(' and ',
    coalesce('(' || string_agg('(' || condition || ')', ' or ') filter (where polpermissive) || ')', 'false'),
    string_agg('(' || condition || ')', ' and ') filter (where not polpermissive))
  from applying
$$;
