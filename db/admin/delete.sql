-- Deletes accounts for good after a day, in which keep=1 takes it back; they are signed out now. Without an address it lists
-- whose account is to be deleted.
--
--   psql "$DATABASE_URL" -f db/admin/delete.sql
--   psql "$DATABASE_URL" -v email=someone@example.org -v actor='Leilani' -f db/admin/delete.sql
--   psql "$DATABASE_URL" -v email=someone@example.org -v keep=1 -f db/admin/delete.sql
--
-- Also -v emails='one@example.org two@example.org', -v skip_unknown=1, which leaves out addresses that nobody has, and
-- -v dry_run=1, which takes it back. What goes is what goes when members leave by themselves; the record keeps an id, and you
-- as the one who did it. Nobody is told: write to them. Running it again changes nothing.

\ir _head.sql
\if :{?keep}
\else
  \set keep ''
\endif
begin;
select email, full_name as name, utc_minute(due_at) as due, result
from schedule_deletions(members_named(:'email', :'emails', :'skip_unknown'), :'actor')
where :'email' || :'emails' <> '' and :'keep' <> '1'
union all
select email, full_name, null, result
from keep_accounts(members_named(:'email', :'emails', :'skip_unknown'))
where :'keep' = '1'
union all
select email, full_name, utc_minute(due_at), requested_by from list_deletions()
where :'email' || :'emails' = '' and :'keep' <> '1';
\ir _end.sql
