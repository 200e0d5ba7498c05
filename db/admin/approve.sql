-- Approves one member: they can sign in and see every page from now on.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -f db/admin/approve.sql
--
-- Optional: -v reason='On the roster' and -v actor='Leilani', both kept with the decision in approval_events.
-- Without an actor the database role is recorded.
--
-- Prints who it was and what changed. Running it again changes and records nothing. An unknown address changes
-- nothing either: one line that says so, and exit status 3, which is psql's own for a script that failed.

\set ON_ERROR_STOP on
\set VERBOSITY terse
\set QUIET on
\pset footer off
\if :{?email}
\else
  \warn 'Say who: -v email=someone@example.org'
  \set email ''
\endif
\if :{?reason}
\else
  \set reason ''
\endif
\if :{?actor}
\else
  \set actor ''
\endif

begin;
select email, full_name as name, from_status as was, to_status as "is",
  case when from_status = to_status then 'nothing changed' else 'changed' end as result
from decide_membership(:'email', 'approved', :'reason', :'actor');
commit;
