-- Finds people by a part of their name or address, on the roster too; capitals and accents do not count. Changes nothing.
--
--   psql "$DATABASE_URL" -v part=kalakaua -f db/admin/find.sql
--   psql "$DATABASE_URL" -v part=kalakaua -v most=200 -f db/admin/find.sql
--
-- Without -v most at most 50 are shown.

\ir _head.sql
\if :{?most}
\else
  \set most 50
\endif
begin read only;
select email, full_name as name, status, case when email_confirmed then 'yes' else 'no' end as confirmed,
  utc_minute(signed_up_at) as "signed up"
from find_people(:'part', :'most');
commit;
