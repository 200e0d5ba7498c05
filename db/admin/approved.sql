-- Lists who is approved, by address, 50 a page: with their names, since when and by whom. Changes nothing.
--
--   psql "$DATABASE_URL" -f db/admin/approved.sql
--   psql "$DATABASE_URL" -v page=2 -f db/admin/approved.sql
--   psql "$DATABASE_URL" --csv -v per_page=5000 -f db/admin/approved.sql > approved.csv

\ir _head.sql
\if :{?page}
\else
  \set page 1
\endif
\if :{?per_page}
\else
  \set per_page 50
\endif
begin read only;
select email, full_name as name, utc_minute(approved_at) as approved, approved_by as by, page || ' of ' || pages as page
from list_approved(:'page', :'per_page');
commit;
