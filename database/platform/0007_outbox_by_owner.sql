-- What a user has missed is looked up by owner, from a moment on.
create index changes_of_owner on realtime.changes (owner, committed_at);
