-- One row per limit and subject, counted in one statement, so that concurrent attempts can't exceed the limit.

create table rate_limits (
  key text primary key
    constraint rate_limits_key_is_sha256 check (key ~ '^[0-9a-f]{64}$'),
  attempts int not null default 0,
  blocked_until timestamptz not null default '-infinity',
  window_ends_at timestamptz not null default '-infinity'
);

comment on table rate_limits is
  'Counted attempts. A row past window_ends_at counts for nothing. Deleting all rows resets every limit.';
comment on column rate_limits.key is
  'Hex SHA-256 of the limit''s name and subject (network or email address), so that neither is stored in clear.';

create function count_attempt(limit_key text, max_attempts int, window_length interval, max_pause interval default null)
returns interval
language plpgsql as $$
declare
  counter rate_limits;
begin
  -- Changes nothing but locks the row, so that concurrent attempts wait here.
  insert into rate_limits as r (key) values (limit_key)
  on conflict (key) do update set attempts = r.attempts
  returning * into counter;

  if counter.window_ends_at <= now() then
    counter := row (limit_key, 0, '-infinity', now() + window_length);
  elsif counter.blocked_until > now() then
    return counter.blocked_until - now();
  end if;

  counter.attempts := counter.attempts + 1;
  if max_pause is not null then
    counter.window_ends_at := now() + window_length;
  end if;
  if counter.attempts >= max_attempts then
    counter.blocked_until := case
      when max_pause is null then counter.window_ends_at
      else now() + least(max_pause, interval '1 second' * power(2, least(counter.attempts - max_attempts, 20)))
    end;
  end if;

  update rate_limits
  set attempts = counter.attempts, blocked_until = counter.blocked_until, window_ends_at = counter.window_ends_at
  where key = limit_key;
  return null;
end
$$;

comment on function count_attempt is
  'null when the attempt is within the limit, otherwise the time to wait. With max_pause, each attempt restarts the window, and pauses '
  'double from a second up to max_pause; without it, a pause lasts until the window ends.';

-- Everyone in one room shares a network, so an administrator may have to reset the limits.
grant select, insert, update, delete on rate_limits to lanai_app;
grant execute on function count_attempt to lanai_app;
grant delete on rate_limits to lanai_admin;
