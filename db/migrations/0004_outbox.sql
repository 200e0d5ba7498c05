-- Telling people: every mail and every call to another system is first a row here, written in the same statement as
-- the fact that it announces. Both are there or neither is; a worker delivers afterwards, as often as it takes.

create table outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null
    constraint outbox_kind_check check (
      kind in ('confirm_email', 'reset_password', 'password_changed', 'membership_decided', 'user_registered')
    ),
  dedupe_key text not null constraint outbox_dedupe_key_key unique,
  payload jsonb,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  expires_at timestamptz,
  sent_at timestamptz,
  dead_at timestamptz,
  last_error text,
  provider_id text,
  created_at timestamptz not null default now(),
  constraint outbox_ends_once check (sent_at is null or dead_at is null),
  constraint outbox_forgets_what_was_sent check (sent_at is null or payload is null),
  constraint outbox_dead_rows_hold_no_token check (dead_at is null or payload is null or not payload ? 'token')
);

create index outbox_waiting on outbox (created_at, id) where sent_at is null and dead_at is null;
create index outbox_dead on outbox (dead_at) where dead_at is not null;

comment on table outbox is
  'What has to be told to somebody. A row waits until it is sent or dead, and stays afterwards as the record of it.';
comment on column outbox.id is 'Goes along with every delivery, the same at each try, so that a receiver can tell a repetition.';
comment on column outbox.kind is 'Which mail or call this is. A new kind is added to the check by its migration.';
comment on column outbox.dedupe_key is 'Names the fact. The same fact is told once, however often it is announced.';
comment on column outbox.payload is
  'What the message is made of; null once it is sent, and without its token once it is dead: no secret lingers here.';
comment on column outbox.attempts is 'How often a worker took the row up, the try under way included.';
comment on column outbox.next_attempt_at is 'Not to be taken up before.';
comment on column outbox.locked_until is 'Until then one worker has it for itself. Past: that worker died or gave the row back.';
comment on column outbox.expires_at is 'From then on the message is of no use and is dropped unsent; null never.';
comment on column outbox.sent_at is 'When it was delivered, or when there turned out to be nothing to tell (then last_error says why).';
comment on column outbox.dead_at is 'When it was given up. Setting it to null, with attempts 0, tries again.';
comment on column outbox.last_error is 'A code for why the last try delivered nothing.';
comment on column outbox.provider_id is 'The receiver''s own name for what was delivered, such as Postmark''s MessageID.';

create view undelivered as
  select o.id, o.kind, coalesce(o.payload ->> 'to', u.email) as recipient, o.attempts, o.last_error,
    o.dead_at is not null as given_up, o.created_at, case when o.dead_at is null then o.next_attempt_at end as next_attempt_at
  from outbox o
  left join users u on u.id = o.payload ->> 'userId'
  where o.sent_at is null
  order by o.created_at, o.id;

comment on view undelivered is 'What nobody has been told yet, oldest first: waiting, or given up.';

create function enqueue(kind text, dedupe_key text, payload jsonb, expires_at timestamptz default null) returns void
language sql as $$
  insert into outbox (kind, dedupe_key, payload, expires_at)
  values (enqueue.kind, enqueue.dedupe_key, enqueue.payload, enqueue.expires_at)
  on conflict (dedupe_key) do nothing
$$;

comment on function enqueue is
  'Announces a fact, once per dedupe_key. Call it in the statement or function that makes the fact true; '
  'a WITH query that nothing reads is never run, so in SQL let it be part of what is returned.';

create function claim_outbox(batch int, lease interval)
returns table (id uuid, kind text, payload jsonb, attempts int, expired boolean, overdue interval)
language sql as $$
  with claimed as (
    update outbox o
    set locked_until = now() + lease, attempts = o.attempts + 1
    where o.id in (
      select w.id from outbox w
      where w.sent_at is null and w.dead_at is null
        and w.next_attempt_at <= now() and (w.locked_until is null or w.locked_until <= now())
      order by w.created_at, w.id
      limit batch
      for update skip locked
    )
    returning o.*
  )
  select c.id, c.kind, c.payload, c.attempts, coalesce(c.expires_at <= now(), false), now() - c.next_attempt_at
  from claimed c
  order by c.created_at, c.id
$$;

comment on function claim_outbox is
  'Gives the caller the oldest rows that are due, for as long as the lease; two callers never get the same one. '
  'Taking a row up counts as a try, so that a row that kills its worker does not do so for ever.';

-- Decisions follow from the record of them, so that a bare UPDATE of profiles.approval_status is told as well.

create function announce_decision() returns trigger
language plpgsql as $$
begin
  perform enqueue(
    'membership_decided',
    'membership_decided:' || new.id,
    jsonb_build_object('userId', new.user_id, 'eventId', new.id)
  );
  return null;
end
$$;

-- Back to pending is not told. It only silences earlier decisions that have not been sent yet.
create trigger approval_events_announce
after insert on approval_events
for each row when (new.to_status <> 'pending')
execute function announce_decision();

create function decision_to_tell(event_id bigint)
returns table (email text, full_name text, approval_status text, verdict text)
language sql stable as $$
  select u.email, p.full_name, p.approval_status,
    case
      when p.approval_status = 'pending' then 'undecided'
      when exists (select from approval_events later where later.user_id = e.user_id and later.id > e.id)
        then 'superseded'
      when told.to_status = p.approval_status and told.sent_at > now() - interval '10 minutes' then 'told_already'
      else 'tell'
    end
  from approval_events e
  join users u on u.id = e.user_id
  join profiles p on p.id = e.user_id
  left join lateral (
    select earlier.to_status, o.sent_at
    from approval_events earlier
    join outbox o on o.dedupe_key = 'membership_decided:' || earlier.id
    where earlier.user_id = e.user_id and earlier.id < e.id and o.provider_id is not null
    order by earlier.id desc
    limit 1
  ) told on true
  where e.id = event_id
$$;

comment on function decision_to_tell is
  'Whom a recorded decision concerns, what is true of them now, and whether to tell it: "tell", or why not. Approving, '
  'denying and approving again within minutes is told once. No row when the account is gone.';
