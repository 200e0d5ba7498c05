-- Transactional outbox: every email and webhook call is first a row here, inserted in the same statement as the change that
-- it announces. A worker delivers it later, with retries.

create table outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  dedupe_key text not null constraint outbox_dedupe_key_key unique,
  payload jsonb,
  user_id text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  expires_at timestamptz,
  sent_at timestamptz,
  dead_at timestamptz,
  last_error text,
  provider_message_id text,
  created_at timestamptz not null default now(),
  constraint outbox_sent_or_dead check (sent_at is null or dead_at is null),
  constraint outbox_sent_has_no_payload check (sent_at is null or payload is null),
  constraint outbox_dead_has_no_token check (dead_at is null or payload is null or not payload ? 'token')
);

create index outbox_user_id on outbox (user_id, created_at);
create index outbox_undelivered on outbox (created_at, id) where sent_at is null;

comment on table outbox is
  'Messages to deliver. A row waits until it is sent or dead, and stays as the record of it.';
comment on column outbox.id is 'Idempotency key: sent with every attempt, so that the receiver can recognise a repetition.';
comment on column outbox.dedupe_key is 'Identifies the event. Each event is queued once, however often it is announced.';
comment on column outbox.payload is
  'Data of the message; null once sent, and without its token once dead, so that no secret stays here.';
comment on column outbox.user_id is 'The member it concerns. Deliberately no foreign key: it outlives the account.';
comment on column outbox.attempts is 'How many attempts workers have started, including the current one.';
comment on column outbox.sent_at is 'When it was delivered or skipped (then last_error says why).';
comment on column outbox.dead_at is 'When it became a dead letter. Setting it to null, with attempts 1, retries it.';
comment on column outbox.provider_message_id is 'The receiver''s id of the message, such as Postmark''s MessageID.';

create function enqueue(
  kind text, dedupe_key text, payload jsonb, expires_at timestamptz default null, member_id text default null,
  due_at timestamptz default now()
) returns void
language sql as $$
  insert into outbox (kind, dedupe_key, payload, expires_at, user_id, next_attempt_at)
  values (enqueue.kind, enqueue.dedupe_key, enqueue.payload, enqueue.expires_at, coalesce(member_id, payload ->> 'userId'), due_at)
  on conflict (dedupe_key) do nothing
$$;

comment on function enqueue is
  'Queues a message, once per dedupe_key. Call it in the statement or function that makes the change. '
  'PostgreSQL doesn''t run a WITH query that nothing reads, so in SQL make the call part of the result.';

create function enqueue_email(
  kind text, member_id text, token text default null, lifetime interval default null, address text default null
) returns void
language sql as $$
  select enqueue(
    kind,
    kind || ':' || coalesce(sha256_hex(token), gen_random_uuid()::text),
    jsonb_strip_nulls(jsonb_build_object(
      'to', coalesce(address, u.email), 'fullName', p.full_name, 'token', token,
      'company', case when kind = 'invitation' then p.company end
    )),
    now() + lifetime,
    u.id
  )
  from users u
  join profiles p on p.id = u.id
  where u.id = member_id
$$;

-- For administrators.
create view messages as
  select o.id, o.user_id, o.kind, case
      when o.sent_at is not null and o.provider_message_id is null then 'skipped'
      when o.sent_at is not null then 'sent'
      when o.dead_at is not null then 'failed'
      when o.last_error is not null then 'retrying'
      else 'waiting'
    end as state,
    coalesce(o.payload ->> 'to', o.payload ->> 'email', u.email) as recipient,
    case when o.kind = 'broadcast' then left(o.dedupe_key, -length(o.user_id) - 1) end as broadcast,
    o.attempts, case when o.dead_at is null then o.next_attempt_at end as next_attempt_at, o.last_error,
    o.created_at, o.sent_at, coalesce(o.sent_at, o.dead_at, o.created_at) as latest_at
  from outbox o
  left join users u on u.id = o.user_id;

comment on view messages is 'The outbox without contents and tokens: what administrators may read.';

create function retry_outbox(emails text[] default null)
returns table (id uuid, kind text, recipient text, last_error text, result text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member_ids constant text[] := array(select m.id from find_members(emails) m);
begin
  return query
  with dead as (
    select o.*, case
        when o.expires_at is null then null
        -- What expires had the token of a link in its payload, but for a broadcast, which gets one when it is sent.
        when o.kind <> 'broadcast' then 'its link is gone, so the member must request a new one'
        when o.expires_at <= now() then 'it is too late for this email'
      end as obstacle
    from outbox o
    where o.dead_at is not null and (emails is null or o.user_id = any (member_ids))
    for update
  ), revived as (
    update outbox o
    -- A second attempt first asks the provider whether it has the message, because its answer may have been lost.
    set dead_at = null, attempts = 1, next_attempt_at = now(), locked_until = null
    from dead
    where o.id = dead.id and dead.obstacle is null
  )
  select dead.id, dead.kind, m.recipient, dead.last_error,
    coalesce('not retried: ' || dead.obstacle, 'will be retried')
  from dead
  join messages m on m.id = dead.id
  order by dead.created_at, dead.id;
end
$$;

comment on function retry_outbox is
  'Retries all dead letters, or those of these members, but for those that had a link, because the token is deleted, and for '
  'broadcasts that have expired.';

grant select, insert, update, delete on outbox to lanai_app;
grant execute on function enqueue, enqueue_email to lanai_app;
grant select on messages to lanai_admin;
grant execute on function retry_outbox to lanai_admin;
