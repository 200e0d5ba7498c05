-- Denies members: from their next request on they see that their application was not approved, and are told by mail.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -f db/admin/deny.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -f db/admin/deny.sql
--
-- Optional: -v reason='Not in this cohort' and -v actor='Leilani', both kept with the decision in approval_events;
-- without an actor the database role is recorded. -v skip_unknown=1 leaves out, and names, addresses that nobody has.
-- -v dry_run=1 shows what would change and takes it back.
--
-- Prints who it was and what changed. All or none: an unknown address changes nothing, one line says so, and the exit
-- status is 3, psql's own for a script that failed. Running it again changes and records nothing.

\ir _head.sql
begin;
select email, full_name as name, from_status as was, to_status as "is",
  case when from_status = to_status then 'nothing changed' else 'changed' end as result
from decide_memberships(members_named(:'email', :'emails', :'skip_unknown'), 'denied', :'reason', :'actor');
\ir _end.sql
