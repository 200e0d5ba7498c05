-- What tells two sessions of one kind of browser apart, and two kinds of waiting.

alter table sessions add column network text
  constraint sessions_network_is_coarse check (network ~ '^(\d{1,3}\.\d{1,3}|[0-9a-f]{1,4}:[0-9a-f]{1,4})$');

comment on column sessions.network is
  'The first half of the IPv4 address, or the first 32 bits of the IPv6 one, that signed in: thousands of people share it. '
  'Null where it is not known. The member sees it beside the session, and it goes with it.';

drop function start_session(text, text, text, text, interval, int);

create function start_session(
  new_id text, member_id text, proven_password_hash text, agent text, lifetime interval, at_most int,
  coarse_network text default null
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
  insert into sessions (id, user_id, expires_at, user_agent, network)
  values (new_id, member_id, now() + lifetime, agent, coarse_network);
  return true;
end
$$;

comment on function start_session is
  'Signs a member in; beyond so many sessions the oldest ends. False when the password that was proven is no longer '
  'the member''s: a sign-in that began before a reset does not outlive it.';

-- Who has confirmed is not asked to again.
create or replace view members as
  select u.id, u.email, p.full_name, p.avatar_url, p.approval_status,
    u.email_confirmed_at is not null as email_confirmed
  from users u
  join profiles p on p.id = u.id;
