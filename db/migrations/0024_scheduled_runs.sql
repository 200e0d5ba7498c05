-- Scheduled functions: what they delete, what they left alone (src/server/sweep/sweep.ts), and health for monitors.

create table scheduled_runs (
  name text primary key,
  ended_at timestamptz not null,
  withheld_count int not null default 0,
  released_count int
);

comment on table scheduled_runs is 'When each scheduled function last finished, so that monitoring notices one that has stopped.';
comment on column scheduled_runs.withheld_count is 'How much the last run left alone, because it looked wrong: pictures, by sweep.';
comment on column scheduled_runs.released_count is 'How much of that an administrator lets the next run delete; null for none.';

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
      -- After a failed or deferred attempt, a message is late since it was created; before, since it was due.
      from (select *, case when last_error is null then next_attempt_at else created_at end as due_at from outbox) o
      -- Strangers can sign up with an address that Postmark refuses, so that is no alarm. Nor is a message that failed a week ago.
      where sent_at is null and (dead_at is null
        or (dead_at > now() - interval '7 days' and coalesce(last_error, '') not in ('postmark_300', 'postmark_406')))
    ),
    'deliveredSecondsAgo', (select floor(extract(epoch from now() - ended_at)) from scheduled_runs where name = 'deliver-outbox'),
    'sweptSecondsAgo', (select floor(extract(epoch from now() - ended_at)) from scheduled_runs where name = 'sweep'),
    'withheldPictures', (select coalesce(max(withheld_count), 0) from scheduled_runs where name = 'sweep')
  )
$$;

create function delete_expired_rows(max_rows int, unconfirmed_lifetime interval) returns table (table_name text, deleted int)
language plpgsql as $$
declare
  expired record;
begin
  -- Without indexes for these conditions: they would slow down every sign-in and message, for one read an hour.
  -- Skips locked rows, so that concurrent sweeps share the work.
  table_name := 'users';
  select count(*) filter (where delete_sign_up(u.id)) into deleted
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
      ('sessions', 'id not in (select id from active_sessions)'),
      ('email_tokens', 'expires_at <= now()'),
      ('rate_limits', 'window_ends_at <= now() and blocked_until <= now()'),
      -- The lifetime of the cookie.
      ('known_devices', $q$first_seen_at <= now() - interval '1 year'$q$),
      -- Messages hold addresses, so they are kept for a quarter of a year only.
      ('outbox', $q$created_at <= now() - interval '90 days'
        and (sent_at <= now() - interval '90 days' or dead_at <= now() - interval '90 days')$q$)
    ) as rows (name, condition)
  loop
    table_name := expired.name;
    execute format(
      'delete from %1$I where ctid = any (array(select ctid from %1$I where %2$s limit $1 for update skip locked))',
      expired.name, expired.condition
    ) using max_rows;
    get diagnostics deleted = row_count;
    return next;
  end loop;
end
$$;

create function release_pictures() returns table (withheld_count int, result text)
language sql security definer set search_path = public, pg_temp as $$
  update scheduled_runs set released_count = withheld_count where name = 'sweep' and withheld_count > 0
  returning withheld_count, 'the next sweep deletes them'
$$;

comment on function release_pictures is 'Lets the next sweep delete the pictures that the last one left alone, if there are no more of them by then.';

grant execute on function portal_health to lanai_edge;
grant select, insert, update on scheduled_runs to lanai_app;
grant execute on function portal_health, delete_expired_rows to lanai_app;
grant select on scheduled_runs to lanai_admin;
grant execute on function portal_health, release_pictures to lanai_admin;
