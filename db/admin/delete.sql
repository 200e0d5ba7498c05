-- Deletes accounts and all their data after a day, and signs the members out now.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v actor='Leilani' -f db/admin/delete.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v dry_run=1 -f db/admin/delete.sql
--
-- To see scheduled deletions: select * from people where deleted_at is not null. To cancel one: select * from keep_accounts(array['…']).
-- The history keeps an id and the actor. Members get no email, so write to them.

\ir _head.sql
select * from schedule_deletions(:'emails', :'actor');
:end;
