-- Rows that mean nothing any more go, a few at a time. The record of decisions and accounts never do.

create function sweep_rows(at_most int) returns table (kind text, removed int)
language plpgsql as $$
begin
  -- Rows that somebody holds are left for the next time: nobody waits for the sweep, and two sweeps share the work.
  delete from sessions where id in (
    select s.id from sessions s where s.expires_at <= now() limit at_most for update skip locked
  );
  kind := 'sessions';
  get diagnostics removed = row_count;
  return next;

  delete from email_confirmation_tokens where token_hash in (
    select t.token_hash from email_confirmation_tokens t where t.expires_at <= now() limit at_most for update skip locked
  );
  kind := 'confirmation_links';
  get diagnostics removed = row_count;
  return next;

  delete from password_reset_tokens where token_hash in (
    select t.token_hash from password_reset_tokens t where t.expires_at <= now() limit at_most for update skip locked
  );
  kind := 'reset_links';
  get diagnostics removed = row_count;
  return next;

  delete from email_change_tokens where token_hash in (
    select t.token_hash from email_change_tokens t where t.expires_at <= now() limit at_most for update skip locked
  );
  kind := 'change_links';
  get diagnostics removed = row_count;
  return next;

  delete from rate_limits where key in (
    select l.key from rate_limits l where l.forgotten_at <= now() and l.blocked_until <= now()
    limit at_most for update skip locked
  );
  kind := 'limits';
  get diagnostics removed = row_count;
  return next;

  -- As long as the cookie lives.
  delete from known_devices where id in (
    select d.id from known_devices d where d.known_since <= now() - interval '1 year' limit at_most for update skip locked
  );
  kind := 'browsers';
  get diagnostics removed = row_count;
  return next;

  -- What was told or given up is of no use after a quarter of a year, and holds addresses.
  delete from outbox where id in (
    select o.id from outbox o
    where o.created_at <= now() - interval '90 days'
      and (o.sent_at <= now() - interval '90 days' or o.dead_at <= now() - interval '90 days')
    limit at_most for update skip locked
  );
  kind := 'messages';
  get diagnostics removed = row_count;
  return next;
end
$$;

comment on function sweep_rows is
  'Deletes at most so many rows of each kind that mean nothing any more, and says how many. Any number may run at once.';

create index outbox_created_at on outbox (created_at);
create index known_devices_known_since on known_devices (known_since);
