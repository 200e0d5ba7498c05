-- Takes the latest decision about members back: they are again what they were before it.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -f db/admin/undo.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -f db/admin/undo.sql
--
-- Optional: -v reason='Wrong Keoni' and -v actor='Leilani', both kept in approval_events. -v skip_unknown=1 leaves out, and
-- names, addresses that nobody has. -v dry_run=1 shows what would change and takes it back.
--
-- Prints what was taken back, or that there is nothing to undo. What was taken back stays so: running it again changes
-- and records nothing. An unknown address changes nothing and is an error (exit status 3).

\ir _head.sql
begin;
select email, full_name as name, from_status as was, to_status as "is", result
from undo_decisions(members_named(:'email', :'emails', :'skip_unknown'), :'reason', :'actor');
\ir _end.sql
