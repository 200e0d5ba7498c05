-- Passkeys (WebAuthn): a way to sign in and to prove who it is, and a second factor for administrators.

create table passkeys (
  id text primary key
    constraint passkeys_id_is_base64url check (length(id) <= 1400 and id ~ '^[A-Za-z0-9_-]+$'),
  user_id text not null references users on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_user_id on passkeys (user_id, created_at);

comment on table passkeys is 'Public keys of members'' passkeys. A copy of this table can''t be used to sign in.';
comment on column passkeys.id is 'The credential id, in base64url.';
comment on column passkeys.counter is 'The authenticator''s signature counter: one that doesn''t grow is a copy''s. 0 if it doesn''t count.';
comment on column passkeys.name is 'The browser and the system that it was added with.';

create table passkey_challenges (
  token_hash text primary key
    constraint passkey_challenges_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  purpose text not null check (purpose in ('sign_in', 'confirm', 'add')),
  user_id text references users on delete cascade,
  expires_at timestamptz not null default now() + interval '5 minutes'
);

create index passkey_challenges_user_id on passkey_challenges (user_id);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

comment on table passkey_challenges is 'What a passkey has to sign. Deleted by its first use, or once it has expired.';
comment on column passkey_challenges.user_id is 'Whose passkey it is for. null for a sign-in.';

create function create_passkey_challenge(p_token_hash text, purpose text, member_id text) returns void
language sql as $$
  delete from passkey_challenges where token_hash in (
    select c.token_hash from passkey_challenges c where c.expires_at <= now() limit 100 for update skip locked
  );
  insert into passkey_challenges (token_hash, purpose, user_id) values (p_token_hash, purpose, member_id);
$$;

create table passkey_changes (
  id bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  actor text not null,
  name text not null,
  is_added boolean not null,
  created_at timestamptz not null default now()
);

create index passkey_changes_user_id on passkey_changes (user_id);

comment on table passkey_changes is
  'Who added a passkey or removed one, and when: the member or an administrator. Append-only, but rows go with their account.';

create trigger passkey_changes_append_only
before update or delete on passkey_changes
for each row execute function reject_group_history_changes();

create trigger passkey_changes_not_truncated
before truncate on passkey_changes
for each statement execute function reject_group_history_changes();

create or replace view account_history as
  select e.id, e.user_id, e.created_at, coalesce(u.email, 'deleted account ' || e.user_id) as email, e.from_status, e.to_status,
    e.actor, e.reason, e.undone_event_id is not null as is_undo
  from approval_events e
  left join users u on u.id = e.user_id
  union all
  select d.id, d.user_id, d.created_at, u.email, null, 'profile_changed', d.actor,
    concat_ws(', ', coalesce(d.company, 'no company'), coalesce(d.role, 'no role')), false
  from profile_changes d
  join users u on u.id = d.user_id
  union all
  select g.id, g.user_id, g.created_at, u.email, null, case when g.is_added then 'group_added' else 'group_removed' end, g.actor,
    g.group_name, false
  from group_changes g
  join users u on u.id = g.user_id
  union all
  select k.id, k.user_id, k.created_at, u.email, null, case when k.is_added then 'passkey_added' else 'passkey_removed' end, k.actor,
    k.name, false
  from passkey_changes k
  join users u on u.id = k.user_id;

alter table users add column passkey_declined_at timestamptz;

comment on column users.passkey_declined_at is 'When they said that they don''t want to be offered one after signing in.';

alter table sessions add column passkey_at timestamptz;

comment on column sessions.passkey_at is 'When a passkey last proved that it is the member. null after a sign-in by password alone.';

create or replace view active_sessions as
  select * from sessions where expires_at > now() and created_at > now() - interval '90 days';

-- The setting of the deployed site.yaml, which SQL can't read.
alter table site add column is_admin_passkey_required boolean not null default false;

create function claim_site(site_url text, is_passkey_required boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not claim_site(site_url) then
    return false;
  end if;
  update site set is_admin_passkey_required = is_passkey_required where is_admin_passkey_required <> is_passkey_required;
  return true;
end
$$;

comment on function claim_site(text, boolean) is 'claim_site, and keeps the site''s rule about administrators'' passkeys.';

create function needs_passkey(member_id text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select is_admin_passkey_required from site), false)
    and exists (select from members m where m.id = member_id and m.is_admin and m.approval_status = 'approved')
$$;

comment on function needs_passkey is 'Whether the member is an administrator, and the site wants a passkey of those.';

create or replace function session_admin_email(session_hash text) returns text
language plpgsql stable as $$
declare
  admin record;
begin
  select m.id, m.email, s.passkey_at into admin
  from active_sessions s
  join members m on m.id = s.user_id
  where s.id = session_hash and m.approval_status = 'approved' and m.is_admin;
  -- Without it, they may look: in a read-only transaction, PostgreSQL lets nothing be changed.
  if admin.passkey_at is null and needs_passkey(admin.id) and current_setting('transaction_read_only') = 'off' then
    raise exception 'Administrators of this site act after a passkey only' using errcode = 'LA002';
  end if;
  return admin.email;
end
$$;

comment on function session_admin_email is
  'The address of the administrator whose session this is; null for everyone else. The functions of /people check the session with it, '
  'because the application''s role could call them with any. LA002 where an act needs a passkey that the session hasn''t seen.';

create function use_passkey(passkey_id text, new_counter bigint) returns text
language sql as $$
  update passkeys set counter = new_counter, last_used_at = now()
  where id = passkey_id and (new_counter > counter or (new_counter = 0 and counter = 0))
  returning user_id
$$;

comment on function use_passkey is 'Counts a use and returns whose passkey it is; null for a removed one, and for an old counter.';

create function create_passkey_session(
  new_id text, passkey_id text, new_counter bigint, agent text, lifetime interval, max_sessions int
) returns boolean
language plpgsql as $$
declare
  member users;
begin
  select u.* into member from users u where u.id = (select k.user_id from passkeys k where k.id = passkey_id) for update;
  if use_passkey(passkey_id, new_counter) is null then
    return false;
  end if;
  if not create_session(new_id, member.id, member.password_hash, agent, lifetime, max_sessions) then
    return false;
  end if;
  update sessions set passkey_at = now() where id = new_id;
  return true;
end
$$;

create function add_passkey(
  member_id text, session_hash text, new_id text, new_public_key bytea, new_counter bigint, new_transports text[], new_name text,
  max_passkeys int
) returns text
language plpgsql as $$
begin
  perform from users where id = member_id for update;
  if (select count(*) from passkeys where user_id = member_id) >= max_passkeys then
    return 'passkeys_full';
  end if;
  insert into passkeys (id, user_id, public_key, counter, transports, name)
  values (new_id, member_id, new_public_key, new_counter, new_transports, new_name)
  on conflict do nothing;
  if not found then
    return 'passkey_exists';
  end if;
  -- Whoever can add one was asked for it, as at a use.
  update sessions set passkey_at = now() where id = session_hash and user_id = member_id;
  insert into passkey_changes (user_id, actor, name, is_added) select u.id, u.email, new_name, true from users u where u.id = member_id;
  perform enqueue_email('passkey_added', member_id);
  return 'added';
end
$$;

comment on function add_passkey is 'Adds one, records it and tells the member: "added", "passkeys_full" or "passkey_exists".';

create function delete_passkeys(passkey_ids text[], actor text) returns void
language plpgsql as $$
declare
  removed record;
begin
  for removed in delete from passkeys where id = any (passkey_ids) returning user_id, name loop
    insert into passkey_changes (user_id, actor, name, is_added) values (removed.user_id, actor, removed.name, false);
    perform enqueue_email('passkey_removed', removed.user_id);
  end loop;
end
$$;

create function remove_passkey(member_id text, session_hash text, passkey_id text) returns text
language plpgsql as $$
begin
  perform from users where id = member_id for update;
  if needs_passkey(member_id) and not exists (select from passkeys where user_id = member_id and id <> passkey_id) then
    return 'last_passkey';
  end if;
  perform delete_passkeys(array[k.id], u.email) from passkeys k join users u on u.id = k.user_id where k.id = passkey_id and u.id = member_id;
  -- A thief may have signed in with it.
  delete from sessions where user_id = member_id and passkey_at is not null and id <> session_hash;
  return 'removed';
end
$$;

comment on function remove_passkey is
  'Removes one, and signs out other browsers that a passkey has signed in: "removed", or "last_passkey" where an administrator needs one. '
  'Idempotent.';

create function remove_passkeys(emails text[], actor text default null) returns table (email text, removed bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  member_ids constant text[] := array(select m.id from find_members(emails) m);
begin
  perform lock_people(member_ids);
  return query
  select m.email, (select count(*) from passkeys k where k.user_id = m.id) from find_members(emails) m order by m.nth;
  perform delete_passkeys(array(select k.id from passkeys k where k.user_id = any (member_ids)), actor_or_login(remove_passkeys.actor));
  delete from sessions s where s.user_id = any (member_ids);
end
$$;

comment on function remove_passkeys is
  'For a lost device: removes all passkeys of these people and signs them out everywhere. They sign in with their password, and can add '
  'another passkey with it.';

-- Whoever changed the address may have added a passkey.
create function restore_email_and_passkeys(p_token_hash text, random_password_hash text, reset_lifetime interval) returns text
language plpgsql as $$
declare
  state constant text := restore_email(p_token_hash, random_password_hash, reset_lifetime);
begin
  delete from passkeys k using email_tokens t
  where t.token_hash = p_token_hash and t.purpose = 'restore_email' and k.user_id = t.user_id and k.created_at < t.used_at;
  return state;
end
$$;

comment on function restore_email_and_passkeys is 'restore_email, which also removes the passkeys that the account had until then.';

grant select, insert, update, delete on passkeys, passkey_challenges to lanai_app;
grant select, insert on passkey_changes to lanai_app;
grant update (passkey_declined_at) on users to lanai_app;
grant execute on function
  create_passkey_challenge, claim_site(text, boolean), needs_passkey, use_passkey, create_passkey_session, add_passkey, delete_passkeys,
  remove_passkey, restore_email_and_passkeys
to lanai_app;
grant execute on function remove_passkeys to lanai_admin;
