-- Text messages: a code that goes to the number an account has, beside the one that goes to a number it wants.

alter table auth.one_time_tokens drop constraint one_time_tokens_token_type_check;
alter table auth.one_time_tokens add constraint one_time_tokens_token_type_check check (token_type in (
  'confirmation_token', 'recovery_token', 'reauthentication_token',
  'email_change_token_new', 'email_change_token_current', 'phone_token', 'phone_change_token'
));

-- A change that is asked for again is found by the number that is wanted.
create index users_phone_change on auth.users (phone_change) where phone_change is not null;
