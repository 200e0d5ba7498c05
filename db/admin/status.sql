-- What the sign-in screen says to everybody at present. Without a sentence it only shows it.
--
--   psql "$DATABASE_URL" -f db/admin/status.sql
--   psql "$DATABASE_URL" -v sentence='Maintenance on Sunday, 18:00 to 19:00.' -v until='2026-11-29 19:00-10' -f db/admin/status.sql
--   psql "$DATABASE_URL" -v clear=1 -f db/admin/status.sql
--
-- Also -v actor=…, and -v dry_run=1, which takes it back. Without -v until it is said until it is taken away; a time
-- without a zone is the database's, which is UTC at Neon. It is seen within a quarter of a minute, without a deploy.

\ir _head.sql
\if :{?sentence}
\else
  \set sentence ''
\endif
\if :{?until}
\else
  \set until ''
\endif
begin;
\if :{?clear}
  select sentence as "no longer said" from clear_status() where :'clear' = '1';
\else
  select sentence, ends_at as "until", set_by as "by", set_at as "since"
  from set_status(:'sentence', nullif(:'until', '')::timestamptz, :'actor')
  where :'sentence' <> ''
  union all
  select sentence, ends_at, set_by, set_at from portal_status where :'sentence' = '';
\endif
\ir _end.sql
