-- A word that many tasks have is looked for among the newest open ones alone: reading and ranking the words of 50,000
-- tasks takes a third of a second, and 20 are shown. What is shown first stays the same: open tasks, whole words, the
-- newest.

-- Answers and projects are found without reading the words of all tasks.
create index search_words_beside_tasks on public.search_words (user_id) where kind <> 'task';

create or replace function public.search(query text)
returns table (
  kind text, id uuid, title text, excerpt text, task_id uuid, run_id uuid, project_id uuid, is_completed boolean,
  created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  with asked as materialized (
    select * from private.read_search(search.query)
  ), newest as materialized (
    select t.user_id, t.id from public.tasks t where not t.is_completed
    order by t.created_at desc, t.id desc limit 1000
  ), fresh as materialized (
    select w.kind, w.item_id, ts_rank(w.words, a.words) + (w.words @@ a.whole)::integer as rank
    from asked a cross join newest n cross join lateral (
      -- The offset keeps this a look-up by key, whatever the planner expects of the match.
      select * from public.search_words k where k.user_id = n.user_id and k.item_id = n.id offset 0
    ) w
    where w.words @@ a.words
  ), common as materialized (
    -- Twice as many as are shown.
    select count(*) >= 40 as yes from fresh
  ), found as materialized (
    select f.kind, f.item_id, f.rank from fresh f where (select yes from common)
    union all
    select w.kind, w.item_id, ts_rank(w.words, a.words) + (w.words @@ a.whole)::integer
    from asked a join public.search_words w on w.words @@ a.words
    where w.kind <> 'task' and (select yes from common)
    union all
    select w.kind, w.item_id, ts_rank(w.words, a.words) + (w.words @@ a.whole)::integer
    from asked a join public.search_words w on w.words @@ a.words
    where not (select yes from common)
    union all
    select 'task', t.id, 0 from public.tasks t
    where (select patterns is not null from asked)
      and t.title || ' ' || t.notes ilike all ((select patterns from asked)::text[])
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
    select 1 as part, b.kind, t.id, t.title, nullif(t.notes, '') as content, t.id as task_id, null::uuid as run_id,
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
