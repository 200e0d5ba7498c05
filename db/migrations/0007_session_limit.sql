-- How many browsers one member is signed in with at once.

create function start_session(
  new_id text, member_id text, proven_password_hash text, agent text, lifetime interval, at_most int
) returns boolean
language plpgsql as $$
begin
  -- Sign-ins of one member queue up here, so that together they cannot exceed the limit.
  perform from users where id = member_id and password_hash = proven_password_hash for update;
  if not found then
    return false;
  end if;

  delete from sessions
  where user_id = member_id and id not in (
    select id from sessions
    where user_id = member_id and expires_at > now()
    order by created_at desc, id
    limit at_most - 1
  );
  insert into sessions (id, user_id, expires_at, user_agent) values (new_id, member_id, now() + lifetime, agent);
  return true;
end
$$;

comment on function start_session is
  'Signs a member in; beyond so many sessions the oldest ends. False when the password that was proven is no longer '
  'the member''s: a sign-in that began before a reset does not outlive it.';
