-- Sign-ins with other services that are on their way: from the moment the browser is sent there until it comes back.
-- The row holds nothing that would let somebody else finish one: state, nonce and verifier follow from a secret that
-- only the browser's cookie keeps.
create table auth.sign_ins_elsewhere (
  state_hash bytea primary key,
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Somebody who is signed in and adds this identity to the account, and the session they do it from.
  linking_user_id uuid references auth.users on delete cascade,
  linking_session_id uuid references auth.sessions on delete cascade,
  created_at timestamptz not null default now()
);
alter table auth.sign_ins_elsewhere enable row level security;
create index sign_ins_elsewhere_created_at on auth.sign_ins_elsewhere (created_at);
create index sign_ins_elsewhere_linking_user_id on auth.sign_ins_elsewhere (linking_user_id);
create index sign_ins_elsewhere_linking_session_id on auth.sign_ins_elsewhere (linking_session_id);

-- The other service's tokens wait, sealed, for the client that exchanges its code (PKCE), and go with the flow.
alter table auth.flow_state add column provider_tokens bytea;
