-- Emails to all members, which each of them can end.

create table mailings (
  name text primary key,
  planned_at timestamptz not null default now()
);

comment on table mailings is 'Emails to all members that were planned. The key makes sure that each is planned once.';

-- Security definer, because the gate calls it for people without a session.

create function end_reminders(given_token_hash text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  update profiles p set wants_reminders = false
  from links l
  where l.token_hash = given_token_hash and l.purpose = 'end_reminders' and l.expires_at > now() and p.id = l.user_id
  returning true
$$;

comment on function end_reminders is
  'Ends the reminders of the member whose email had this link, every time until it expires. null, and no change, when the link '
  'is unknown or expired.';
