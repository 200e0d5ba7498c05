-- Invites people before they sign up. They get an email with a link to choose a password. Inviting again sends a new link.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v name='Leilani Akana' -v actor='Leilani' -f db/admin/invite.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v dry_run=1 -f db/admin/invite.sql
--
-- If one address is none, nobody is invited, and psql exits with status 3. For a file with names and companies, use
-- "npm run admin -- invite founders.csv", which also finds addresses at gmial.com and the like. In an SQL editor:
--
--   select * from invite_addresses(array['someone@example.org'], name => 'Leilani Akana', actor => 'Leilani');

\set ON_ERROR_STOP on
\ir _head.sql
select * from invite_addresses(:'addresses', :'name', :'actor');
\ir _tail.sql
