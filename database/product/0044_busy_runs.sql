-- Many runs at the same time: what a busy database must not break, and what it need not do.

-- A call that is put on record again, because the answer was lost on the way, is the same call.
alter table private.provider_calls add column key uuid;

create or replace function private.begin_provider_call(
  run uuid, held_attempt integer, call jsonb, limits jsonb, out call_id bigint, out refused text
) language plpgsql set search_path = '' as $$
declare
  everybody constant uuid := '00000000-0000-0000-0000-000000000000';
  today constant date := (now() at time zone 'UTC')::date;
  step constant text := call ->> 'action';
  asked constant uuid := call ->> 'key';
  price constant numeric := coalesce((call ->> 'usd')::numeric, 0);
  person uuid;
  calls bigint;
  calls_of_step bigint;
  spent numeric;
begin
  if not private.hold_run(run, held_attempt) then
    refused := 'lost';
    return;
  end if;
  select r.user_id into person from public.ai_runs r where r.id = run;
  select count(*), count(*) filter (where c.action = step), coalesce(sum(coalesce(c.cost, c.reserved)), 0),
         max(c.id) filter (where c.key = asked)
  into calls, calls_of_step, spent, call_id
  from private.provider_calls c where c.run_id = run;
  if call_id is not null then return; end if;

  refused := case
    when calls >= (limits ->> 'calls')::integer or calls_of_step >= (limits ->> 'step_calls')::integer then 'calls'
    when price > 0 and spent + price > (limits ->> 'run_usd')::numeric then 'run_budget'
  end;
  if refused is null and price > 0 then
    if private.lock_spending(person) + price > (limits ->> 'user_usd')::numeric
      or private.lock_spending(everybody) + price > (limits ->> 'instance_usd')::numeric then
      refused := 'day_budget';
    end if;
  end if;
  if refused is not null then return; end if;

  if price > 0 then
    update private.ai_spending s set usd = s.usd + price
    where s.day = today and s.owner in (person, everybody);
  end if;
  insert into private.provider_calls (run_id, user_id, attempt, model, prompt_tokens, max_tokens, action, reserved, key)
  values (run, person, held_attempt, call ->> 'model', (call ->> 'prompt_tokens')::integer,
          (call ->> 'max_tokens')::integer, step, price, asked)
  returning id into call_id;
end
$$;

-- The copies of an unfinished answer are for those who come in the middle, and are read with the run. They are no
-- news: its pieces are broadcast. In the outbox each copy was the whole text once more, to be written, read, looked
-- up and sent. A hosted project has no such trigger.
do $$
begin
  if exists (select from pg_trigger where tgrelid = 'public.ai_runs'::regclass and tgname = 'realtime_capture') then
    drop trigger realtime_capture on public.ai_runs;
    create trigger realtime_capture after insert or delete on public.ai_runs
      for each row execute function realtime.capture('user_id', '{id}', 'f');
    create trigger realtime_capture_update after update on public.ai_runs
      for each row when (
        (old.status, old.attempt) is distinct from (new.status, new.attempt) or old.partial_text = new.partial_text
      )
      execute function realtime.capture('user_id', '{id}', 'f');
  end if;
end
$$;
