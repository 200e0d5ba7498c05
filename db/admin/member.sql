-- Shows everything there is to know about one member, without any secret. Changes nothing.
--
--   psql "$DATABASE_URL" -v email=someone@example.org -f db/admin/member.sql

\ir _head.sql
begin read only;
select email, full_name as name, approval_status as status, utc_minute(signed_up_at) as "signed up",
  coalesce(utc_minute(email_confirmed_at), 'no') as confirmed,
  coalesce(utc_minute(password_proven_at), 'no') as "password proven", sessions, utc_minute(last_seen_at) as "last seen",
  case
    when roster_spent_at is not null then 'spent ' || utc_minute(roster_spent_at)
    when on_roster then 'yes'
    else 'no'
  end as roster
from member_report(:'email');

select utc_minute(at) as "when", kind as message, state, attempts as tries, last_error as why
from member_mails(:'email');

select utc_minute(at) as "when", coalesce(from_status, 'new') as was, to_status as "is",
  case when is_undo then 'undo' end as undo, actor as by, reason
from decision_history(:'email');
commit;
