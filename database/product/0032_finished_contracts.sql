-- Expands: a run that is inserted when it has ended, as one that comes out of the trash, needs its contract too.

-- 0: from before this migration, when one that had ended could be inserted without any. 1: it has one, unless it is of the
-- demo. The default of the rows that are there is set without rewriting them.
alter table public.ai_runs add column contract_version smallint not null default 0;
alter table public.ai_runs alter column contract_version set default 1;

create trigger require_contract_of_finished before insert on public.ai_runs
  for each row when (
    new.contract is null and not new.is_demo and new.finished_at is not null and new.contract_version > 0
  )
  execute function private.require_contract();

-- What could undo that afterwards. Nothing has a reason to.
create trigger hold_contract_version before update on public.ai_runs
  for each row when (old.contract_version <> new.contract_version or old.is_demo <> new.is_demo)
  execute function private.hold_to_contract();

-- As before. What has lain in the trash since before this migration has no version.
create or replace function private.restore_task(owner uuid, kept jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  task public.tasks := jsonb_populate_record(null::public.tasks, kept -> 'task');
begin
  -- Its project may be gone, or in the trash itself: then restoring the project takes the task in again.
  if task.project_id is not null and not exists (
    select from public.projects p where p.user_id = owner and p.id = task.project_id
  ) then
    update private.trash_contents c
    set content = jsonb_set(c.content, '{task_ids}', c.content -> 'task_ids' || to_jsonb(task.id))
    from public.trash t where t.id = c.trash_id and t.user_id = owner and t.id = task.project_id;
    task.project_id := null;
  end if;
  -- A browser that resent the new task while it was in the trash has made another one with this client_id.
  if exists (select from public.tasks t where t.user_id = owner and t.client_id = task.client_id) then
    task.client_id := null;
  end if;
  insert into public.tasks select task.*;
  insert into public.ai_runs
    select (jsonb_populate_record(r, case when p.id is null then '{"project_id": null}' else '{}'::jsonb end)).*
    from jsonb_populate_recordset(
      jsonb_populate_record(null::public.ai_runs, '{"contract_version": 0}'), kept -> 'runs'
    ) r
    left join public.projects p on p.user_id = owner and p.id = r.project_id;
  insert into public.ai_run_events
    select e.* from jsonb_populate_recordset(null::public.ai_run_events, kept -> 'events') e;
  insert into public.ai_responses
    select a.* from jsonb_populate_recordset(null::public.ai_responses, kept -> 'responses') a;
end
$$;
