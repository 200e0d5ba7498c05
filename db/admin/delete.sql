-- Deletes accounts for good after a day, in which keep=1 takes it back; they are signed out now. Without an address it
-- lists which accounts are to be deleted.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v actor='Leilani' -f db/admin/delete.sql
--   psql "$DATABASE_URL" -v email=someone@example.org -v keep=1 -f db/admin/delete.sql
--   psql "$DATABASE_URL" -f db/admin/delete.sql
--
-- Also -v emails='one@example.org two@example.org' and -v dry_run=1, which takes it back. The record keeps an id, and you as
-- the one who did it. No mail tells them: write to them.

\ir _head.sql
begin;
select email, full_name as name, utc_minute(due_at) as due, result
from schedule_deletions(addresses_in(:'email', :'emails'), :'actor')
where :'email' || :'emails' <> '' and :'keep' <> '1'
union all
select email, full_name, null, result
from keep_accounts(addresses_in(:'email', :'emails'))
where :'keep' = '1'
union all
select email, full_name, utc_minute(due_at), requested_by
from list_deletions()
where :'email' || :'emails' = '' and :'keep' <> '1';
:end;
