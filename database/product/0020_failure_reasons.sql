-- Some reasons of older failures end with the same request twice. Not published, one by one, as changes.
alter table public.ai_runs disable trigger user;
update public.ai_runs set error_message =
  replace(error_message, 'Please try again later. Please try again later.', 'Please try again later.')
where strpos(error_message, 'Please try again later. Please try again later.') > 0;
alter table public.ai_runs enable trigger user;
