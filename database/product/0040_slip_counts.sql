-- How many sources an answer rests on, and how many of its sentences and questions nothing supports: a list shows both
-- without reading the evidence. Columns of their own and no generated ones, because the trash gives rows back whole.
alter table public.ai_responses
  add column source_count integer not null default 0,
  add column gap_count integer not null default 0;

create function private.count_evidence() returns trigger language plpgsql set search_path = '' as $$
begin
  new.source_count := coalesce(jsonb_array_length(new.evidence -> 'sources'), 0);
  new.gap_count := coalesce(jsonb_array_length(new.evidence -> 'unverified'), 0)
    + coalesce(jsonb_array_length(new.evidence -> 'open'), 0);
  return new;
end $$;
revoke all on function private.count_evidence() from public;
create trigger count_evidence before insert or update of evidence on public.ai_responses
  for each row execute function private.count_evidence();

update public.ai_responses set evidence = evidence where evidence is not null;
