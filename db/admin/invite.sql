-- Lets people in before they sign up: a mail with a link to choose a password. Inviting again sends the link again.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -v name='Leilani Akana' -f db/admin/invite.sql
--   psql "$DATABASE_URL" -v emails="$(cat addresses.txt)" -v actor='Leilani' -f db/admin/invite.sql
--
-- Also -v dry_run=1, which takes it back. All or none. A CSV file with names:
-- \copy invitations (email, full_name) from founders.csv csv header

\ir _head.sql
begin;
select email, name, outcome
from invite(
  (select jsonb_agg(jsonb_build_object('email', address, 'name', nullif(:'name', ''))) from unnest(addresses_in(:'email', :'emails')) as address),
  nullif(:'actor', '')
);
:end;
