-- Members who are administrators too, and the links with which they decide about a sign-up in the browser.

alter table profiles add column is_admin boolean not null default false;

comment on column profiles.is_admin is
  'Whether links of notices lead them to a decision while they are approved. Set by administrators in the database alone.';

create or replace view members as
  select u.id, u.email, p.full_name, p.avatar_url, p.approval_status,
    u.email_confirmed_at is not null as email_confirmed, p.is_editor, p.is_admin
  from users u
  join profiles p on p.id = u.id;

create function set_admins(emails text[], wanted boolean)
returns table (email text, full_name text, approval_status text, changed boolean)
language sql as $$
  with before as (
    select m.nth, m.id, m.email, p.full_name, p.approval_status, p.is_admin
    from find_members(emails) m
    join profiles p on p.id = m.id
  ), changed as (
    update profiles p set is_admin = wanted
    from before b
    where p.id = b.id and b.is_admin <> wanted
  )
  select b.email, b.full_name, b.approval_status, b.is_admin <> wanted
  from before b
  order by b.nth
$$;

comment on function set_admins is
  'Lets these members decide about sign-ups in the browser, or no longer, from their next request on. An unknown address is an '
  'error, and nothing changes.';

create table decision_links (
  token_hash text primary key
    constraint decision_links_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create index decision_links_user_id on decision_links (user_id);
create index decision_links_expires_at on decision_links (expires_at);

comment on table decision_links is 'Links with which one administrator decides about one member, once. They open nothing without a session.';
comment on column decision_links.token_hash is 'Hex SHA-256 of the token in the link.';
comment on column decision_links.user_id is 'Who is decided about.';
comment on column decision_links.expires_at is 'Judged by this database''s now(), never by a caller''s clock.';
comment on column decision_links.used_at is 'When one of the member''s links decided. All of them are worth nothing since.';
comment on column decision_links.created_at is 'When the notice with the link was written.';

create function link_decisions(emails text[], token_hashes text[], lifetime interval) returns boolean
language plpgsql as $$
begin
  delete from decision_links where expires_at <= now();
  if not exists (select from members m where m.is_admin and m.approval_status = 'approved') then
    return false;
  end if;
  insert into decision_links (token_hash, user_id, expires_at)
  select given.token_hash, u.id, now() + lifetime
  from unnest(emails, token_hashes) as given (email, token_hash)
  join users u on u.email = given.email;
  return true;
end
$$;

comment on function link_decisions is
  'Writes a link for each of these members, for the notice that is sent next. False, and nothing written, while no member is an '
  'administrator.';

-- With the owner's rights: the application may decide about nobody. So each asks for itself who is there.

create function deciding_admin(session_hash text) returns text
language sql stable as $$
  select m.email
  from sessions s
  join members m on m.id = s.user_id
  where s.id = session_hash and s.expires_at > now() and m.approval_status = 'approved' and m.is_admin
$$;

comment on function deciding_admin is 'The address of the administrator whose session this is; null for anybody else''s.';

create function read_decision_link(given_token_hash text, session_hash text)
returns table (
  email text, full_name text, email_confirmed boolean, on_roster boolean, approval_status text, decided_by text,
  decided_ms_ago float8, is_spent boolean
)
language sql stable security definer set search_path = public, pg_temp as $$
  -- At sign-up a name has no bound.
  select m.email, left(m.full_name, 200), m.email_confirmed, r.email is not null and r.spent_at is null, m.approval_status,
    latest.actor, ms_ago(latest.at), l.used_at is not null
  from decision_links l
  join members m on m.id = l.user_id
  left join roster r on r.email = m.email
  left join lateral (
    select e.actor, e.at from approval_events e where e.user_id = m.id order by e.id desc limit 1
  ) latest on true
  where l.token_hash = given_token_hash and l.expires_at > now() and deciding_admin(session_hash) is not null
$$;

comment on function read_decision_link is
  'Whom the link is about and how it stands with them. No row when it is not good, or asked by anybody but an administrator. '
  'Changes nothing.';

create function decide_by_link(given_token_hash text, session_hash text, new_status text, force boolean) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  admin constant text := deciding_admin(session_hash);
  member record;
begin
  if admin is null or new_status not in ('approved', 'denied') then
    return null;
  end if;
  -- The member first, then the profile, then what else is theirs: whoever decides at the same time is waited for.
  select u.id, u.email, u.email_confirmed_at is not null as confirmed into member
  from decision_links l
  join users u on u.id = l.user_id
  where l.token_hash = given_token_hash
  for no key update of u;
  perform lock_profiles(array[member.id]);
  perform from decision_links l
  where l.token_hash = given_token_hash and l.expires_at > now() and l.used_at is null
  for update;
  if not found then
    return null;
  elsif not exists (select from profiles p where p.id = member.id and p.approval_status = 'pending') then
    return 'decided';
  elsif new_status = 'approved' and not member.confirmed and not force then
    return 'unconfirmed';
  end if;

  update decision_links set used_at = now() where user_id = member.id and used_at is null;
  perform decide_memberships(array[member.email], new_status, 'By a link of a notice', admin, force);
  return new_status;
end
$$;

comment on function decide_by_link is
  'Spends the member''s links on a decision, which is recorded under the administrator''s address: "approved" or "denied". '
  '"decided", and nothing done, when somebody was quicker, "unconfirmed" when the address is not confirmed and force does not '
  'say that it need not be. null when the link is not good, or the session no administrator''s.';

revoke execute on function set_admins(text[], boolean), deciding_admin(text) from lanai_app;
grant execute on function set_admins(text[], boolean) to lanai_admin;
grant update (is_admin) on profiles to lanai_admin;
