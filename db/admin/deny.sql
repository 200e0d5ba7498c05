-- Denies members. They lose access from their next request on, and get an email.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v actor='Leilani' -v reason='Not in this cohort' -f db/admin/deny.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v dry_run=1 -f db/admin/deny.sql
--
-- If one address is unknown, nothing changes, and psql exits with status 3. Denying someone twice changes nothing.

\ir _head.sql
select * from decide_memberships(:'emails', 'denied', :'reason', :'actor');
:end;
