-- Email that didn't arrive, as Postmark reports it. It repeats a report for hours, so one may arrive after a newer one, also after that
-- of the reactivation.

create table bounces (
  user_id text not null references users on delete cascade,
  stream text not null,
  kind text,
  occurred_at timestamptz not null,
  primary key (user_id, stream)
);

comment on table bounces is
  'Postmark''s type of the latest bounce, complaint or suppression of a member, in each of its streams. Deleted when they change the address.';
comment on column bounces.kind is 'null since Postmark sends again. The row stays, so that an older report changes nothing.';

create function record_bounce(address text, stream text, kind text, occurred_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into bounces
  select u.id, record_bounce.stream, record_bounce.kind, record_bounce.occurred_at
  from users u
  where u.email = address
  on conflict (user_id, stream) do update set kind = excluded.kind, occurred_at = excluded.occurred_at
  where excluded.occurred_at >= bounces.occurred_at
$$;

comment on function record_bounce is
  'Records why email to this address doesn''t arrive; with null as the kind, that Postmark sends to it again.';

-- After these kinds, Postmark sends nothing to the address until it is reactivated, which it reports. After all others it goes on, and
-- doesn't report that: they end with a later email to the member's address in the same stream. Sent messages are kept for 90 days.
create view current_bounces as
  select b.user_id, b.kind, b.occurred_at
  from bounces b
  left join lateral (
    select max(o.sent_at) as sent_at
    from outbox o
    where o.user_id = b.user_id and o.provider_message_id is not null and (o.kind = 'broadcast') = (b.stream = 'broadcast')
      and o.kind in (
        'broadcast', 'confirm_email', 'email_change_requested', 'email_restored', 'invitation', 'membership_decided',
        'password_changed', 'reset_password'
      )
  ) latest on true
  where b.kind in ('HardBounce', 'SpamComplaint', 'ManualSuppression')
    or (b.kind is not null and b.occurred_at > now() - interval '90 days' and (latest.sent_at > b.occurred_at) is not true);

comment on view current_bounces is 'The bounces and complaints after which no email to the member is known to have been sent.';

grant execute on function record_bounce to lanai_edge;
grant select, delete on bounces to lanai_app;
