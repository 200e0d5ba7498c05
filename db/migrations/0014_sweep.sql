-- Rows that mean nothing any more go, a few at a time. The record of decisions and accounts that were somebody's never do.

create function sweep_rows(at_most int, unconfirmed_lifetime interval) returns table (kind text, removed int)
language plpgsql as $$
declare
  member_id text;
begin
  -- Rows that somebody holds are left for the next time: nobody waits for the sweep, and two sweeps share the work.
  kind := 'sign_ups';
  removed := 0;
  for member_id in
    select u.id
    from users u
    join profiles p on p.id = u.id
    where u.email_confirmed_at is null and u.created_at <= now() - unconfirmed_lifetime
      and p.approval_status = 'pending' and not is_decided(u.id)
    limit at_most
    for update skip locked
  loop
    removed := removed + remove_sign_up(member_id)::int;
  end loop;
  return next;

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

  delete from sign_up_browsers where user_id in (
    select b.user_id from sign_up_browsers b where b.expires_at <= now() limit at_most for update skip locked
  );
  kind := 'sign_up_browsers';
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
  'Deletes at most so many rows of each kind that mean nothing any more, and says how many: also accounts that nobody '
  'confirmed or decided about for that long. Any number may run at once.';
