-- Reminders of deadlines: emails to all members, which each of them can end.

create table mailings (
  name text primary key,
  planned_at timestamptz not null default now()
);

comment on table mailings is 'Emails to all members that were planned. The key makes sure that each is planned once.';

alter table profiles add column wants_reminders boolean not null default true;

comment on column profiles.wants_reminders is 'Whether to email them before a deadline that they haven''t ticked.';

alter table outbox drop constraint outbox_kind_check, add constraint outbox_kind_check check (
  kind in (
    'confirm_email', 'reset_password', 'password_changed', 'membership_decided', 'user_registered', 'invitation',
    'change_email', 'email_change_asked', 'email_changed', 'deletion_requested', 'registration_notice', 'reminder'
  )
);

alter table links drop constraint links_purpose_check, add constraint links_purpose_check check (
  purpose in ('confirm_email', 'change_email', 'reset_password', 'invitation', 'end_reminders')
);

create or replace function claim_outbox(batch int, lease interval)
returns table (id uuid, kind text, payload jsonb, attempts int, expired boolean)
language sql as $$
  with claimed as (
    update outbox o
    set locked_until = now() + lease, attempts = o.attempts + 1
    where o.id in (
      select w.id from outbox w
      where w.sent_at is null and w.dead_at is null
        and w.next_attempt_at <= now() and (w.locked_until is null or w.locked_until <= now())
      -- Someone may be waiting for any other email.
      order by w.kind = 'reminder', w.created_at, w.id
      limit batch
      for update skip locked
    )
    returning o.*
  )
  select c.id, c.kind, c.payload, c.attempts, coalesce(c.expires_at <= now(), false)
  from claimed c
  order by c.kind = 'reminder', c.created_at, c.id
$$;

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

grant select, insert on mailings to lanai_app;
grant update (wants_reminders) on profiles to lanai_app;
grant execute on function end_reminders to lanai_edge;
