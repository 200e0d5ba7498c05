-- Who may decide about sign-ups in the browser, with the links of notices. Without an address it lists them.
--
--   psql "$DATABASE_URL" -f db/admin/admins.sql
--   psql "$DATABASE_URL" -v email=someone@example.org -f db/admin/admins.sql
--   psql "$DATABASE_URL" -v email=someone@example.org -v remove=1 -f db/admin/admins.sql
--
-- Also -v emails='one@example.org two@example.org', and -v dry_run=1, which takes it back. It holds from the member's
-- next request on, while they are approved. An unknown address changes nothing and is an error (exit status 3).

\ir _head.sql
\if :{?remove}
\else
  \set remove ''
\endif
begin;
select email, full_name as name, approval_status as status,
  case
    when not changed then 'nothing changed'
    when :'remove' = '1' then 'no administrator any more'
    else 'administrator'
  end as result
from set_admins(addresses_in(:'email', :'emails'), :'remove' <> '1')
where :'email' || :'emails' <> ''
union all
select email, full_name, approval_status, 'administrator' from members
where is_admin and :'email' || :'emails' = '';
\ir _end.sql
