-- Lists people who are waiting for a decision, longest first, then open invitations.
--
--   psql "$DATABASE_URL" -f db/admin/pending.sql

\ir _head.sql
select email, full_name as name, utc_minute(signed_up_at) as since, brief_age(signed_up_at) as waits,
  case when email_confirmed then 'confirmed' else 'not confirmed' end as state
from list_pending(1, 100000)
union all
select email, full_name, utc_minute(invited_at), brief_age(invited_at), 'invited, ' || state
from list_invitations()
where state <> 'joined';
