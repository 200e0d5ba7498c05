-- Lists people who are waiting for a decision, longest first.
--
--   psql "$DATABASE_URL" -f db/admin/pending.sql
--
-- In an SQL editor, paste the statement below.

\set ON_ERROR_STOP on
\set QUIET on
\pset pager off
select email, full_name, signed_up_at, to_char(now() - signed_up_at, 'FMDD "d" FMHH24 "h"') as waits, email_confirmed
from people where status = 'pending' order by signed_up_at, email;
