-- What members do to their own account: name and picture, password, taking along what is theirs, and leaving.

create function update_own_name(member_id text, new_name text) returns setof members
language plpgsql as $$
begin
  update profiles set full_name = new_name where id = member_id and approval_status = 'approved';
  return query select m.* from members m where m.id = member_id and m.approval_status = 'approved';
end
$$;

comment on function update_own_name is
  'Writes an approved member''s name and returns the member as they are now; no row for anybody else.';

create function replace_avatar(member_id text, new_url text) returns table (replaced_url text)
language plpgsql as $$
begin
  -- Uploads of one member queue up here: each learns of exactly the picture that it replaced.
  return query
    select p.avatar_url from profiles p where p.id = member_id and p.approval_status = 'approved' for update;
  if found then
    update profiles set avatar_url = new_url where id = member_id;
  end if;
end
$$;

comment on function replace_avatar is
  'Points an approved member''s profile at another picture (null: none) and returns where it pointed before; no row '
  'for anybody else.';

create function change_password(member_id text, proven_password_hash text, new_password_hash text) returns boolean
language plpgsql as $$
declare
  member record;
begin
  update users set password_hash = new_password_hash
  where id = member_id and password_hash = proven_password_hash;
  if not found then
    return false;
  end if;

  update password_reset_tokens set used_at = now() where user_id = member_id and used_at is null;
  delete from sessions where user_id = member_id;
  delete from known_devices where user_id = member_id;

  select m.email, m.full_name into member from members m where m.id = member_id;
  perform enqueue(
    'password_changed',
    'password_changed:' || gen_random_uuid(),
    jsonb_build_object('to', member.email, 'fullName', member.full_name)
  );
  return true;
end
$$;

comment on function change_password is
  'Sets a new password for whoever proved the old one. With it end all sessions, all reset links and all known browsers '
  'of the member, and a mail says that it happened. False, and nothing done, when the proven password is no longer theirs.';

create function export_account(member_id text) returns jsonb
language plpgsql stable as $$
declare
  result jsonb;
  source record;
  rows_of_member jsonb;
  -- Secrets, what they are looked up by, and what only says again whose row it is.
  hidden constant text[] := array['id', 'user_id', 'public_id', 'token_hash', 'password_hash'];
begin
  select jsonb_build_object(
    'exported_at', now(),
    'account', to_jsonb(u) - 'password_hash',
    'profile', to_jsonb(p) - 'id',
    'approval_history', (
      select coalesce(jsonb_agg(jsonb_build_object('from', e.from_status, 'to', e.to_status, 'at', e.at) order by e.id), '[]')
      from approval_events e
      where e.user_id = member_id
    )
  ) into result
  from users u
  join profiles p on p.id = u.id
  where u.id = member_id;

  -- Every other table that refers to the account, those that later migrations add included.
  for source in
    select c.conrelid::regclass as name, a.attname as owner
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid in ('users'::regclass, 'profiles'::regclass)
      and cardinality(c.conkey) = 1 and c.conrelid <> 'profiles'::regclass
    order by 1
  loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - $2), ''[]'') from %s t where t.%I = $1', source.name, source.owner)
    into rows_of_member using member_id, hidden;
    result := result || jsonb_build_object(source.name::text, rows_of_member);
  end loop;
  return result;
end
$$;

comment on function export_account is
  'Everything held about the member, without secrets; null when there is no such member. A table is part of it by '
  'referring to users or profiles.';

-- Leaving: a deletion waits for a day, in which it can be undone.

create table account_deletions (
  user_id text primary key references users on delete cascade,
  token_hash text not null
    constraint account_deletions_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
    constraint account_deletions_token_hash_key unique,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  kept_at timestamptz
);

create index account_deletions_due_at on account_deletions (due_at) where kept_at is null;

comment on table account_deletions is 'Members who asked for their account to be deleted. The row goes with the account.';
comment on column account_deletions.user_id is 'Whose account it is.';
comment on column account_deletions.token_hash is 'Hex SHA-256 of the token in the link that undoes it.';
comment on column account_deletions.requested_at is 'When they asked.';
comment on column account_deletions.due_at is 'From then on the sweep deletes the account.';
comment on column account_deletions.kept_at is 'When it was undone. The link goes on saying so.';

create function request_deletion(
  member_id text, proven_password_hash text, this_session_id text, new_token text, new_token_hash text, delay interval
) returns timestamptz
language plpgsql as $$
declare
  member record;
begin
  select m.id, m.email, m.full_name into member
  from users u
  join members m on m.id = u.id
  where u.id = member_id and u.password_hash = proven_password_hash
  for update of u;
  if not found then
    return null;
  end if;

  delete from account_deletions where user_id = member_id;
  insert into account_deletions (user_id, token_hash, due_at) values (member_id, new_token_hash, now() + delay);
  delete from sessions where user_id = member_id and id <> this_session_id;
  perform enqueue(
    'deletion_requested',
    'deletion_requested:' || new_token_hash,
    jsonb_build_object('to', member.email, 'fullName', member.full_name, 'token', new_token),
    now() + delay
  );
  return now() + delay;
end
$$;

comment on function request_deletion is
  'Has the account deleted after the delay and mails the link that undoes it; all other sessions end. Asking again begins '
  'anew. Returns when it is due; null, and nothing done, when the proven password is no longer the member''s.';

create function keep_account(given_token_hash text) returns boolean
language plpgsql as $$
begin
  update account_deletions set kept_at = coalesce(kept_at, now()) where token_hash = given_token_hash;
  return found;
end
$$;

comment on function keep_account is 'Undoes a deletion that has not been carried out. True every time for a link that did.';

-- With the owner's rights: lanai_app, which ends accounts, may neither write into the record of decisions nor forget
-- reasons there. It waits for a decision about the account that is under way: the end of the account is what the record says
-- last, and from the status that it had. Whoever leaves takes along what is theirs: the roster's entry of the address, and the
-- one that admitted them. An address that they only asked for may be somebody else's by then, who is expected on the roster
-- and waits for mail.

create function delete_account(member_id text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member record;
begin
  select u.id, u.email, p.approval_status into member
  from users u
  join profiles p on p.id = u.id
  where u.id = member_id
  for update;
  if not found then
    return;
  end if;

  insert into approval_events (user_id, actor, from_status, to_status)
  values (member_id, 'the member', member.approval_status, 'deleted');
  delete from users where id = member_id;
  update approval_events set reason = null where user_id = member_id and reason is not null;
  delete from roster where email = member.email or spent_user_id = member_id;
  delete from outbox where user_id = member_id and sent_at is null;
end
$$;

comment on function delete_account is
  'Removes everything about the member: account, profile, sessions, links, whatever else refers to the account, and mail '
  'that is not sent. What stays is the record of decisions, with an id that is nobody''s and without words. Pictures '
  'that nothing points to any more are swept.';

create function delete_due_accounts(at_most int) returns setof text
language plpgsql as $$
declare
  member_id text;
begin
  for member_id in
    select u.id
    from account_deletions d
    join users u on u.id = d.user_id
    where d.kept_at is null and d.due_at <= now()
    order by d.due_at
    limit at_most
    for update of u, d skip locked
  loop
    perform delete_account(member_id);
    return next member_id;
  end loop;
end
$$;

comment on function delete_due_accounts is
  'Deletes accounts whose day is over, at most so many, and returns their ids. One that is just being kept is left alone.';
