-- Approves members: they can sign in and see every page from now on, and a mail says so.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v actor='Leilani' -v reason='Mentor' -f db/admin/approve.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v dry_run=1 -f db/admin/approve.sql
--
-- -v force=1 approves also who has not confirmed the address. All or none: an unknown or unconfirmed address changes
-- nothing, and the exit status is 3, psql's own for a script that failed. Running it again changes and records nothing.

\ir _head.sql
begin;
select email, full_name as name, from_status as was, to_status as "is",
  case when from_status = to_status then 'nothing changed' else 'changed' end as result
from decide_memberships(addresses_in(:'email', :'emails'), 'approved', :'reason', :'actor', :'force' = '1');
:end;
