-- After a backup was restored, before the portal uses it: gives up messages that have waited longer than an hour, because
-- the database that was lost has told them since. What is younger is sent, unless the provider has it already.
--
--   psql "$DATABASE_URL" -f db/admin/after-restore.sql
--
-- Also -v dry_run=1, which takes it back. Running it again gives up no more. What was given up can be tried again:
-- outbox-retry.sql. Who has signed out since the backup is signed in again: sessions-end.sql with everybody=1 ends that.

\ir _head.sql
begin;
select kind as message, given_up as "given up", kept from settle_after_restore();
\ir _end.sql
