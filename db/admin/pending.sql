-- Lists who waits for a decision, longest first, 50 a page. Changes nothing.
--
--   psql "$DATABASE_URL" -f db/admin/pending.sql
--   psql "$DATABASE_URL" -v page=2 -f db/admin/pending.sql

\ir _head.sql
\if :{?page}
\else
  \set page 1
\endif
begin read only;
select email, full_name as name, utc_minute(signed_up_at) as "signed up", brief_age(signed_up_at) as waits,
  case when email_confirmed then 'yes' else 'no' end as confirmed,
  case when roster_spent then 'spent' when on_roster then 'yes' else 'no' end as roster,
  page || ' of ' || pages as page
from list_pending(:'page');
commit;
