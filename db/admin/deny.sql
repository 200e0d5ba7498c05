-- Denies members: from their next request on they see that their application was not approved, and a mail says so.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v actor='Leilani' -v reason='Not in this cohort' -f db/admin/deny.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v dry_run=1 -f db/admin/deny.sql
--
-- All or none: an unknown address changes nothing, and the exit status is 3. Running it again changes and records nothing.

\ir _head.sql
begin;
select email, full_name as name, from_status as was, to_status as "is",
  case when from_status = to_status then 'nothing changed' else 'changed' end as result
from decide_memberships(addresses_in(:'email', :'emails'), 'denied', :'reason', :'actor');
:end;
