-- Lists who waits for a decision, longest first. Changes nothing.
--
--   psql "$DATABASE_URL" -f db/admin/pending.sql

\ir _head.sql
select email, full_name as name, utc_minute(signed_up_at) as "signed up", brief_age(signed_up_at) as waits,
  case when email_confirmed then 'yes' else 'no' end as confirmed
from list_pending(1, 100000);
