-- Lists who waits for a decision, longest first. Changes nothing.
--
--   psql "$DATABASE_URL" -f db/admin/pending.sql

\set ON_ERROR_STOP on
\set VERBOSITY terse
\set QUIET on

begin read only;
select email, full_name as name, to_char(signed_up_at, 'YYYY-MM-DD HH24:MI') as "signed up",
  case when email_confirmed then 'yes' else 'no' end as confirmed
from pending_members;
commit;
