-- Search over a person's tasks, answers and projects. Their words are stored, because row-level security makes a text
-- index useless: a policy must be evaluated first, so the search always reads all of one person's rows, and reading the
-- stored words of 10,000 tasks takes 15 ms where parsing the texts takes ten times as long (docs/decisions/008).

create table public.search_words (
  user_id uuid not null,
  kind text not null check (kind in ('task', 'project', 'answer')),
  -- Of a task, a project or an answer. A trigger deletes the row together with that item.
  item_id uuid not null,
  words tsvector not null,
  primary key (user_id, item_id)
);
alter table public.search_words enable row level security;
revoke all on public.search_words from anon, authenticated, service_role;
grant select on public.search_words to authenticated, service_role;
create policy "people search their own words" on public.search_words
  for select to authenticated using (user_id = (select auth.uid()));

-- Extracts the words of a text, without case and accents. Hyphens, slashes and typographic quotes end a word, whatever
-- the locale of the database. Ignores everything beyond 100,000 characters: a tsvector holds a megabyte.
create function private.words_of(content text) returns tsvector
language sql immutable strict set search_path = '' set client_min_messages = warning as $$
  select to_tsvector('simple', translate(
    regexp_replace(normalize(left(content, 100000), nfd), '[\u0300-\u036f]', '', 'g'),
    '-_/@“”‘’„«»…–—·•', repeat(' ', 16)
  ))
$$;
revoke execute on function private.words_of(text) from public;

create function private.keep_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept tsvector;
begin
  case tg_argv[0]
    when 'task' then kept := private.words_of(new.title);
    when 'answer' then kept := private.words_of(new.content);
    -- A project's name weighs more than its description.
    when 'project' then kept := setweight(private.words_of(new.name), 'A')
      || coalesce(private.words_of(new.description), '');
  end case;
  insert into public.search_words (user_id, kind, item_id, words)
    values (new.user_id, tg_argv[0], new.id, kept)
    on conflict (user_id, item_id) do update set words = excluded.words;
  return null;
end
$$;
create trigger keep_words after insert or update of title on public.tasks
  for each row execute function private.keep_words('task');
create trigger keep_words after insert or update of content on public.ai_responses
  for each row execute function private.keep_words('answer');
create trigger keep_words after insert or update of name, description on public.projects
  for each row execute function private.keep_words('project');

create function private.forget_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.search_words w where w.user_id = old.user_id and w.item_id = old.id;
  return null;
end
$$;
create trigger forget_words after delete on public.tasks
  for each row execute function private.forget_words();
create trigger forget_words after delete on public.ai_responses
  for each row execute function private.forget_words();
create trigger forget_words after delete on public.projects
  for each row execute function private.forget_words();

-- Parses a query: `words` begin words of the text, in any order; `whole` is the same for whole words. Scripts without
-- spaces have no words: there `patterns` match anywhere in the text. `place` finds the first match in a text as
-- written, `plain_place` in one without accents. Reads only its argument; runs as its owner to be able to call
-- words_of.
create function private.read_search(
  query text, out words tsquery, out whole tsquery, out patterns text[], out place text, out plain_place text
)
language plpgsql immutable security definer set search_path = '' as $$
declare
  lexemes constant text[] := tsvector_to_array(private.words_of(query));
  typed constant text[] := regexp_split_to_array(
    btrim(translate(query, '-_/@“”‘’„«»…–—·•', repeat(' ', 16))), '\s+');
  unspaced constant boolean := query ~
    '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]';
  before constant text := case when unspaced then '()' else '(^|[^[:alnum:]])' end;
begin
  if char_length(query) > 200 then
    raise exception 'A search may have 200 characters at most.' using errcode = 'PT400';
  end if;
  select string_agg(quoted || ':*', ' & ')::tsquery, string_agg(quoted, ' & ')::tsquery into words, whole
  from (select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''' as quoted from unnest(lexemes) lexeme) q;
  if unspaced then
    patterns := array(select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(typed) word);
  end if;
  place := before || '(' || (select string_agg(regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g'), '|')
    from unnest(typed) word) || ')';
  plain_place := before || '(' || (select string_agg(regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g'), '|')
    from unnest(lexemes) word) || ')';
end
$$;
revoke execute on function private.read_search(text) from public;

-- Returns about 300 characters of a text around its first match, with a leading "…" where it is cut.
create function private.excerpt(content text, place text, plain_place text) returns text
language sql immutable set search_path = '' as $$
  select case
    when at <= 60 then left(content, 300)
    -- Skip the rest of a cut word, unless it is too long to be one.
    else '…' || regexp_replace(substr(content, at - 40, 300), '^\S{0,20}\s+', '')
  end
  from (select coalesce(
    nullif(regexp_instr(content, place, 1, 1, 0, 'i'), 0),
    nullif(regexp_instr(regexp_replace(normalize(content, nfd), '[\u0300-\u036f]', '', 'g'), plain_place, 1, 1, 0, 'i'), 0),
    1
  )) found (at)
$$;
revoke execute on function private.excerpt(text, text, text) from public;

-- Returns at most 20 of each kind: open tasks before completed ones, whole words before beginnings, the newest first.
-- Runs as the caller: row-level security decides what is found. The body is parsed at creation, not when it is called,
-- so that it may use private functions which its callers cannot name.
create function public.search(query text)
returns table (
  kind text, id uuid, title text, excerpt text, task_id uuid, run_id uuid, project_id uuid, is_completed boolean,
  created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  with asked as materialized (
    select * from private.read_search(search.query)
  ), found as materialized (
    select w.kind, w.item_id, ts_rank(w.words, a.words) + (w.words @@ a.whole)::integer as rank
    from asked a join public.search_words w on w.words @@ a.words
    union all
    select 'task', t.id, 0 from public.tasks t
    where (select patterns is not null from asked) and t.title ilike all ((select patterns from asked)::text[])
    union all
    select 'answer', r.id, 0 from public.ai_responses r
    where (select patterns is not null from asked) and r.content ilike all ((select patterns from asked)::text[])
    union all
    select 'project', p.id, 0 from public.projects p
    where (select patterns is not null from asked)
      and p.name || ' ' || coalesce(p.description, '') ilike all ((select patterns from asked)::text[])
  ), best as (
    select f.kind, f.item_id, max(f.rank) as rank from found f group by f.kind, f.item_id
  ), hits as (
    select 1 as part, b.kind, t.id, t.title, null::text as content, t.id as task_id, null::uuid as run_id,
      t.project_id, t.is_completed, t.created_at,
      row_number() over (order by t.is_completed, b.rank desc, t.created_at desc, t.id) as nth
    from best b join public.tasks t on t.id = b.item_id where b.kind = 'task'
    union all
    select 2, b.kind, r.id, t.title, r.content, t.id, r.run_id, t.project_id, t.is_completed, r.created_at,
      row_number() over (order by b.rank desc, r.created_at desc, r.id)
    from best b join public.ai_responses r on r.id = b.item_id join public.tasks t on t.id = r.task_id
    where b.kind = 'answer'
    union all
    select 3, b.kind, p.id, p.name, p.description, null, null, p.id, null, p.created_at,
      row_number() over (order by b.rank desc, p.created_at desc, p.id)
    from best b join public.projects p on p.id = b.item_id where b.kind = 'project'
  )
  select h.kind, h.id, h.title, private.excerpt(h.content, a.place, a.plain_place), h.task_id, h.run_id, h.project_id,
    h.is_completed, h.created_at
  from hits h cross join asked a where h.nth <= 20 order by h.part, h.nth;
end;
revoke execute on function public.search(text) from public, anon, service_role;
grant execute on function public.search(text) to authenticated;
-- Lets search call them for its caller, who has no right to their schema and cannot name them.
grant execute on function private.read_search(text), private.excerpt(text, text, text) to authenticated;
