-- Tries again what was given up: every message, or only those that concern some members.
--
--   psql "$DATABASE_URL" -f db/admin/outbox-retry.sql
--   psql "$DATABASE_URL" -v email=someone@example.org -f db/admin/outbox-retry.sql
--
-- Also -v emails='one@example.org two@example.org', and -v dry_run=1, which takes it back. Prints what becomes of each.
-- A message with a link lost the link when it was given up: it stays, and the member has to ask for another.

\ir _head.sql
begin;
select kind as message, recipient as "to", last_error as why, result
from retry_outbox(nullif(addresses_in(:'email', :'emails'), array['']));
\ir _end.sql
