-- A refusal that a person can bring about is answered as one (409, 429), not as a failure of the server's.
create or replace function public.set_marketing_consent(accepted boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  newest public.user_consent;
begin
  if accepted is null then raise exception 'accepted: must be true or false' using errcode = '22004'; end if;
  perform private.lock_user(auth.uid());
  select * into newest from public.user_consent where user_id = auth.uid() order by accepted_at desc limit 1;
  -- Before the terms there is nothing to consent to.
  if not found then raise exception 'accept the terms first' using errcode = 'PT409'; end if;
  if newest.marketing_accepted = accepted then return accepted; end if;
  if (select count(*) from public.user_consent where user_id = auth.uid() and accepted_at > now() - interval '1 day') >= 50 then
    raise exception 'this was changed too often today' using errcode = 'PT429';
  end if;
  insert into public.user_consent
    (user_id, email, full_name, terms_accepted, marketing_accepted, ip_address, accepted_at, terms_version)
  select p.id, p.email, p.full_name, newest.terms_accepted, accepted,
         nullif(current_setting('request.ip', true), ''),
         greatest(clock_timestamp(), newest.accepted_at + interval '1 microsecond'), newest.terms_version
  from public.profiles p where p.id = auth.uid();
  return accepted;
end
$$;
