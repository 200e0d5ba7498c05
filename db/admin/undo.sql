-- Undoes the latest decision about members: restores the status before it.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v reason='Wrong Keoni' -v actor='Leilani' -f db/admin/undo.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v dry_run=1 -f db/admin/undo.sql
--
-- If one address is unknown or the last administrator's, nothing changes, and psql exits with status 3. Undoing twice changes
-- nothing more. In an SQL editor:
--
--   select * from undo_decisions(array['someone@example.org'], reason => 'Wrong Keoni', actor => 'Leilani');

\set ON_ERROR_STOP on
\ir _head.sql
select * from undo_decisions(:'addresses', :'reason', :'actor');
\ir _tail.sql
