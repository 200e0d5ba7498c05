-- Undoes the latest decision about members: restores the status before it.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v actor='Leilani' -v reason='Wrong Keoni' -f db/admin/undo.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v dry_run=1 -f db/admin/undo.sql
--
-- Undoing twice changes nothing more.

\ir _head.sql
select * from undo_decisions(:'emails', :'reason', :'actor');
:end;
