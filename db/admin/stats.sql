-- Shows the portal in numbers: members, sessions, the roster, what is still to be told. Changes nothing.
--
--   psql "$DATABASE_URL" -f db/admin/stats.sql

\ir _head.sql
begin read only;
select measure as what, value as "how many" from portal_stats();
commit;
