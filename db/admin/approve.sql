-- Approves members. They can use the portal from their next request on, and get an email.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v actor='Leilani' -v reason='Mentor' -f db/admin/approve.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v dry_run=1 -f db/admin/approve.sql
--
-- -v force=1 also approves unconfirmed addresses. If one address is unknown or unconfirmed, nothing changes, and psql exits
-- with status 3. Approving someone twice changes nothing.

\ir _head.sql
select * from decide_memberships(:'emails', 'approved', :'reason', :'actor', :'force' = '1');
:end;
