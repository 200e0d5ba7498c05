-- Approves members: they can sign in and see every page from now on, and are told by mail.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -f db/admin/approve.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -f db/admin/approve.sql
--   psql "$DATABASE_URL" -v all_confirmed=1 -v dry_run=1 -f db/admin/approve.sql
--
-- Optional: -v reason='On the roster' and -v actor='Leilani', both kept with the decision in approval_events; without
-- an actor the database role is recorded. -v force=1 approves also who has not confirmed the address. -v skip_unknown=1 leaves
-- out, and names, addresses that nobody has. -v dry_run=1 shows what would change and takes it back. all_confirmed=1 is
-- everybody who waits with a confirmed address and was never decided about.
--
-- Prints who it was and what changed. All or none: an unknown or unconfirmed address changes nothing, one line says so,
-- and the exit status is 3, psql's own for a script that failed. Running it again changes and records nothing.

\ir _head.sql
\if :{?all_confirmed}
\else
  \set all_confirmed ''
\endif
begin;
select email, full_name as name, from_status as was, to_status as "is",
  case when from_status = to_status then 'nothing changed' else 'changed' end as result
from decide_memberships(
  case :'all_confirmed'
    when '1' then confirmed_and_undecided()
    else members_named(:'email', :'emails', :'skip_unknown')
  end,
  'approved', :'reason', :'actor', :'force' = '1'
);
\ir _end.sql
