-- Lists decisions, newest first: who decided what about whom, when and why. Changes nothing.
--
--   psql "$DATABASE_URL" -f db/admin/history.sql
--   psql "$DATABASE_URL" -v email=someone@example.org -v latest=200 -f db/admin/history.sql
--
-- Without an address it is about everybody; without -v latest it is the latest 50.

\ir _head.sql
\if :{?latest}
\else
  \set latest 50
\endif
begin read only;
select utc_minute(at) as "when", email, coalesce(from_status, 'new') as was, to_status as "is",
  case when is_undo then 'undo' end as undo, actor as by, reason
from decision_history(nullif(:'email', ''), :'latest');
commit;
