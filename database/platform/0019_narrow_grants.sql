-- A grant without a policy opens nothing, and one careless policy later it opens everything. What a policy may open
-- to a role stays granted, and no more: files to whoever a policy names, buckets to those who have signed in.

-- A visitor sees buckets where a policy says so. Nobody makes, changes or removes one without an account.
revoke insert, update, delete on storage.buckets from anon;

-- Policies on this table are about reading and writing a topic; a message that was sent is never changed.
revoke update on realtime.messages from anon, authenticated;
