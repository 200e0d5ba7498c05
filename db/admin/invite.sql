-- Invites people before they sign up. They get an email with a link to choose a password. Inviting again sends a new link.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v name='Leilani Akana' -f db/admin/invite.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v actor='Leilani' -f db/admin/invite.sql
--
-- Also takes -v dry_run=1. If one address is invalid, no one is invited. From a CSV file with names:
-- \copy invitations (email, full_name) from founders.csv csv header

\ir _head.sql
begin;
select * from invite(
  (select jsonb_agg(jsonb_build_object('email', email, 'name', :'name')) from unnest(:'emails'::text[]) as email), :'actor');
:end;
