-- Approves members. They can use the portal from their next request on, and get an email a minute later.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v reason='Mentor' -v actor='Leilani' -f db/admin/approve.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v dry_run=1 -f db/admin/approve.sql
--
-- -v force=1 also approves unconfirmed addresses, which may belong to someone else. If one address is unknown or unconfirmed,
-- nothing changes, and psql exits with status 3. Approving someone twice changes nothing. In an SQL editor:
--
--   select * from decide_memberships(array['someone@example.org'], 'approved', reason => 'Mentor', actor => 'Leilani');

\set ON_ERROR_STOP on
\ir _head.sql
select * from decide_memberships(:'addresses', 'approved', :'reason', :'actor', :'force' = '1');
\ir _tail.sql
