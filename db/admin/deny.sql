-- Denies members. They lose access from their next request on, and get an email.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v actor='Leilani' -v reason='Not in this cohort' -f db/admin/deny.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v dry_run=1 -f db/admin/deny.sql
--
-- If one address is unknown, nothing changes, and psql exits with status 3. Denying someone twice changes nothing.

\ir _head.sql
begin;
select email, full_name as name, from_status as was, to_status as "is",
  case when from_status = to_status then 'nothing changed' else 'changed' end as result
from decide_memberships(:'emails', 'denied', :'reason', :'actor');
:end;
