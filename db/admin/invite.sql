-- Invites people before they sign up. They get an email with a link to choose a password. Inviting again sends a new link.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v name='Leilani Akana' -f db/admin/invite.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v actor='Leilani' -v dry_run=1 -f db/admin/invite.sql
--
-- If one address is invalid, no one is invited. From a CSV file with names:
-- \copy invitations (email, full_name) from founders.csv csv header

\ir _head.sql
select jsonb_agg(jsonb_build_object('email', email, 'name', :'name')) as people from unnest(:'emails'::text[]) email \gset
select * from invite(:'people', :'actor');
:end;
