-- A person takes their consent to news back, or gives it again, as easily as they gave it at first. What held before
-- stays on file: the newest row is what holds. Answers what holds now.
create function public.set_marketing_consent(accepted boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  newest public.user_consent;
begin
  if accepted is null then raise exception 'accepted: must be true or false' using errcode = '22004'; end if;
  perform private.lock_user(auth.uid());
  select * into newest from public.user_consent where user_id = auth.uid() order by accepted_at desc limit 1;
  -- Before the terms there is nothing to consent to.
  if not found then raise exception 'accept the terms first' using errcode = 'P0002'; end if;
  if newest.marketing_accepted = accepted then return accepted; end if;
  if (select count(*) from public.user_consent where user_id = auth.uid() and accepted_at > now() - interval '1 day') >= 50 then
    raise exception 'this was changed too often today' using errcode = '54000';
  end if;
  insert into public.user_consent
    (user_id, email, full_name, terms_accepted, marketing_accepted, ip_address, accepted_at, terms_version)
  select p.id, p.email, p.full_name, newest.terms_accepted, accepted,
         nullif(current_setting('request.ip', true), ''), clock_timestamp(), newest.terms_version
  from public.profiles p where p.id = auth.uid();
  return accepted;
end
$$;
revoke execute on function public.set_marketing_consent(boolean) from public, anon, service_role;
grant execute on function public.set_marketing_consent(boolean) to authenticated;
