-- Denies members. They lose access from their next request on, and get an email a minute later.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v reason='Not in this cohort' -v actor='Leilani' -f db/admin/deny.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v dry_run=1 -f db/admin/deny.sql
--
-- If one address is unknown or the last administrator's, nothing changes, and psql exits with status 3. Denying someone twice
-- changes nothing. In an SQL editor:
--
--   select * from decide_memberships(array['someone@example.org'], 'denied', reason => 'Not in this cohort', actor => 'Leilani');

\set ON_ERROR_STOP on
\ir _head.sql
select * from decide_memberships(:'addresses', 'denied', :'reason', :'actor');
\ir _tail.sql
