-- Tables published the way other servers of this API have it: `alter publication supabase_realtime add table …`.
-- Nothing is replicated: membership says what is captured, beside what realtime.watch has published.

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

alter table realtime.published
  -- Published by its membership alone: without an owner column, and only as long as it is a member.
  add column by_publication boolean not null default false,
  -- What the trigger of a member was made with: it follows a new key and a new replica identity.
  add column shape text;

-- What the trigger of a table has to know of it. The key is null where there is none.
create function realtime.shape_of(relation regclass, out key_columns text[], out whole_old_row boolean)
language sql stable set search_path = '' as $$
  select (select array_agg(a.attname::text order by a.attnum)
          from pg_catalog.pg_index i
          join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
          where i.indrelid = relation and i.indisprimary),
         (select relreplident = 'f' from pg_catalog.pg_class where oid = relation)
$$;

-- Publishes a table: `select realtime.watch('public.tasks', 'user_id')`. With an owner column, events reach that
-- user alone, deletions included; without one, row-level security decides, of deletions too.
-- Call it again after changing the primary key or the replica identity.
create or replace function realtime.watch(relation regclass, owner_column name default null) returns void
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

-- The members of the publication that can be captured. What only the service may read stays out of the outbox, also
-- where the publication is for all tables; so does the outbox itself.
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

-- Makes what is captured agree with the publication. The server calls it: an event trigger, which could do it at once,
-- needs a superuser and does not fire on the embedded database. Returns what it did, and what it could not do and why.
create function realtime.follow_publication() returns table (changed text, problem text)
language plpgsql set search_path = '' as $$
declare
  member record;
begin
  -- One at a time; whoever comes second finds it done the next time. A busy table is not waited for.
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

-- The condition under which the policies let a role see a row of this table, as text. A deleted row can no longer be
-- looked up: the server asks this of the values that it had. Names are written out in full, whatever the search path.
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
