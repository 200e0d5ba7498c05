-- Lists people who are waiting for a decision, longest first. For invitations: select * from list_invitations().
--
--   psql "$DATABASE_URL" -f db/admin/pending.sql

select * from list_pending();
