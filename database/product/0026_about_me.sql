-- What people say about themselves, for the assistant (docs/decisions/053).

alter table public.user_settings
  -- Codes of ISO 3166-1 and ISO 4217.
  add column about_country text check (about_country ~ '^[A-Z]{2}$'),
  add column about_currency text check (about_currency ~ '^[A-Z]{3}$'),
  add column about_units text check (about_units in ('metric', 'uk', 'us')),
  add column about_tone text check (about_tone in ('friendly', 'plain', 'formal')),
  add column about_facts text not null default '' check (char_length(about_facts) <= 600),
  -- While this is off, no run is given any of it.
  add column sends_about boolean not null default true;
grant update (about_country, about_currency, about_units, about_tone, about_facts, sends_about)
  on public.user_settings to authenticated;

-- What a run was given: later changes don't reach it, so its receipt stays true. Null: nothing, or a run of before.
alter table public.ai_runs add column about jsonb;

-- Not in restored runs: those have ended.
create function private.copy_about_me() returns trigger
language plpgsql set search_path = '' as $$
begin
  select jsonb_build_object(
    'country', s.about_country, 'currency', s.about_currency, 'units', s.about_units, 'tone', s.about_tone,
    'facts', s.about_facts)
  into new.about
  from public.user_settings s where s.user_id = new.user_id and s.sends_about;
  return new;
end
$$;
revoke execute on function private.copy_about_me() from public;
create trigger copy_about_me before insert on public.ai_runs
  for each row when (new.status = 'queued') execute function private.copy_about_me();
