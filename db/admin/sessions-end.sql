-- Signs members out of every browser, from the next request on. It changes no decision: they may sign in again.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -f db/admin/sessions-end.sql
--   psql "$DATABASE_URL" -v everybody=1 -f db/admin/sessions-end.sql
--
-- Also -v emails='one@example.org two@example.org', -v skip_unknown=1, which leaves out addresses that nobody has, and
-- -v dry_run=1, which takes it back. Prints how many sessions
-- ended. Running it again ends none. An unknown address changes nothing and is an error (exit status 3).

\ir _head.sql
begin;
\if :{?everybody}
  select email, ended from end_every_session() where :'everybody' = '1';
\else
  select email, ended from end_sessions(members_named(:'email', :'emails', :'skip_unknown'));
\endif
\ir _end.sql
