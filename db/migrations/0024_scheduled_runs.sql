-- Scheduled functions: what they delete, what they left alone (src/server/sweep/sweep.ts), and health for monitors.

create table scheduled_runs (
  name text primary key,
  ended_at timestamptz not null,
  withheld int not null default 0,
  released int
);

comment on table scheduled_runs is 'When each scheduled function last finished, so that monitoring notices one that has stopped.';
comment on column scheduled_runs.withheld is 'How much the last run left alone, because it looked wrong: pictures, by sweep.';
comment on column scheduled_runs.released is 'How much of that an administrator lets the next run delete; null for none.';

create function portal_health() returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'migrations', (select coalesce(jsonb_agg(name order by name), '[]') from schema_migrations),
    'readOnly', current_setting('transaction_read_only')::boolean,
    'outbox', (
      select jsonb_build_object(
        'waiting', count(*) filter (where dead_at is null),
        'dead', count(*) filter (where dead_at is not null),
        'oldestSeconds', floor(extract(epoch from now() - min(due_at) filter (where dead_at is null and due_at <= now()))),
        'error', mode() within group (order by last_error)
      )
      -- A notice or a decision waits until it is due; a message that was postponed has waited since it was written.
      from (select *, case when last_error is null then next_attempt_at else created_at end as due_at from outbox) o
      -- Strangers can sign up with an address that Postmark refuses, so that is no alarm. After a week, nobody will see to it.
      where sent_at is null and (dead_at is null
        or (dead_at > now() - interval '7 days' and coalesce(last_error, '') not in ('postmark_300', 'postmark_406')))
    ),
    'deliveredSecondsAgo', (select floor(extract(epoch from now() - ended_at)) from scheduled_runs where name = 'deliver-outbox'),
    'sweptSecondsAgo', (select floor(extract(epoch from now() - ended_at)) from scheduled_runs where name = 'sweep'),
    'keptPictures', (select coalesce(max(withheld), 0) from scheduled_runs where name = 'sweep')
  )
$$;

create function delete_expired_rows(max_rows int, unconfirmed_lifetime interval) returns table (kind text, removed int)
language plpgsql as $$
declare
  expired record;
begin
  -- Each table is read once an hour, for which an index would cost every sign-in and message.
  -- Skips locked rows, so that concurrent sweeps share the work.
  kind := 'sign_ups';
  select count(*) filter (where delete_sign_up(u.id)) into removed
  from (
    select u.id
    from users u
    join profiles p on p.id = u.id
    where u.email_confirmed_at is null and u.created_at <= now() - unconfirmed_lifetime
      and p.approval_status = 'pending' and not has_decision(u.id)
    limit max_rows
    for update skip locked
  ) u;
  return next;

  for expired in
    select * from (values
      ('sessions', 'sessions', 'expires_at <= now()'),
      ('links', 'email_tokens', 'expires_at <= now()'),
      ('limits', 'rate_limits', 'window_ends_at <= now() and blocked_until <= now()'),
      -- The lifetime of the cookie.
      ('browsers', 'known_devices', $q$first_seen_at <= now() - interval '1 year'$q$),
      -- Messages hold addresses, so they are kept for a quarter of a year only.
      ('messages', 'outbox', $q$created_at <= now() - interval '90 days'
        and (sent_at <= now() - interval '90 days' or dead_at <= now() - interval '90 days')$q$)
    ) as rows (kind, table_name, condition)
  loop
    kind := expired.kind;
    execute format(
      'delete from %1$I where ctid = any (array(select ctid from %1$I where %2$s limit $1 for update skip locked))',
      expired.table_name, expired.condition
    ) using max_rows;
    get diagnostics removed = row_count;
    return next;
  end loop;
end
$$;

create function release_pictures() returns table (withheld int, result text)
language sql security definer set search_path = public, pg_temp as $$
  update scheduled_runs set released = withheld where name = 'sweep' and withheld > 0
  returning withheld, 'the next sweep deletes them'
$$;

comment on function release_pictures is 'Lets the next sweep delete the pictures that the last one kept, if they are no more by then.';

grant execute on function portal_health to lanai_edge;
grant select, insert, update on scheduled_runs to lanai_app;
grant execute on function portal_health, delete_expired_rows to lanai_app;
grant select on scheduled_runs to lanai_admin;
grant execute on function portal_health, release_pictures to lanai_admin;
