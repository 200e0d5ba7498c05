-- Lists people who are waiting for a decision, longest first. For invitations: select * from people where invited_at is not null.
--
--   psql "$DATABASE_URL" -f db/admin/pending.sql

select email, full_name, signed_up_at, email_confirmed from people where status = 'pending' order by signed_up_at, email;
