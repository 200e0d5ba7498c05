-- Deletes accounts and all their data after a day, and signs the members out now. keep=1 cancels a deletion. Without an
-- address, lists scheduled deletions.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v actor='Leilani' -f db/admin/delete.sql
--   psql "$DATABASE_URL" -v email=someone@example.org -v keep=1 -f db/admin/delete.sql
--   psql "$DATABASE_URL" -f db/admin/delete.sql
--
-- Also takes -v emails='one@example.org two@example.org' and -v dry_run=1. The history keeps an id and the actor. Members get
-- no email, so write to them.

\ir _head.sql
begin;
select email, full_name as name, utc_minute(due_at) as due, result
from schedule_deletions(:'emails', :'actor')
where :'emails' <> '{""}' and :'keep' <> '1'
union all
select email, full_name, null, result
from keep_accounts(:'emails')
where :'keep' = '1'
union all
select email, full_name, utc_minute(due_at), requested_by
from list_deletions()
where :'emails' = '{""}' and :'keep' <> '1';
:end;
