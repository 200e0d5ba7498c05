-- Lists what nobody has been told yet, oldest first: waiting, failing or given up. Changes nothing.
--
--   psql "$DATABASE_URL" -f db/admin/outbox.sql

\ir _head.sql
begin read only;
select utc_minute(created_at) as since, brief_age(created_at) as age, state, kind as message, recipient as "to",
  attempts as tries, utc_minute(next_attempt_at) as "next try", last_error as why
from list_undelivered();
commit;
