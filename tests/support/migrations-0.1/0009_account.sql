-- Changes that members make to their account, and its deletion.

create function export_account(member_id text) returns jsonb
language plpgsql stable as $$
declare
  result jsonb;
  source record;
  rows_of_member jsonb;
  -- Secrets and lookup keys, administrators, and columns that only repeat the member's id.
  hidden constant text[] := array[
    'id', 'user_id', 'public_id', 'token_hash', 'password_hash', 'sign_up_browser_hash', 'invited_by', 'actor'
  ];
begin
  select jsonb_build_object(
    'exported_at', now(),
    'account', to_jsonb(u) - array['password_hash', 'sign_up_browser_hash'],
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

  -- Every other table with a foreign key to the account, including those of later migrations.
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
  'Everything stored about the member, without secrets; null when there is no such member. Includes every table with a '
  'foreign key to users or profiles, which lanai_app therefore has to be able to read.';

-- Deletions wait for a day, in which they can be cancelled.

create table account_deletions (
  user_id text primary key references users on delete cascade,
  token_hash text
    constraint account_deletions_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
    constraint account_deletions_token_hash_key unique,
  requested_by text,
  due_at timestamptz not null,
  kept_at timestamptz
);

comment on table account_deletions is 'Scheduled deletions of accounts.';
comment on column account_deletions.token_hash is 'Hex SHA-256 of the token in the link that cancels it; null when an administrator requested it.';
comment on column account_deletions.requested_by is 'The administrator who requested it; null when the member did.';
comment on column account_deletions.kept_at is 'When it was cancelled. The row stays, so that the link is idempotent.';

create function request_deletion(
  member_id text, proven_password_hash text, this_session_id text, new_token text, delay interval
) returns table (due_at timestamptz, refusal text)
language plpgsql as $$
begin
  perform lock_admins();
  perform from users where id = member_id and password_hash = proven_password_hash for update;
  if not found then
    return;
  elsif is_last_admin(member_id) then
    refusal := 'last_admin';
  elsif exists (select from account_deletions d where d.user_id = member_id and d.kept_at is null and d.requested_by is not null) then
    refusal := 'deletion_decided';
  else
    due_at := now() + delay;
    delete from account_deletions d where d.user_id = member_id;
    insert into account_deletions (user_id, token_hash, due_at) values (member_id, sha256_hex(new_token), request_deletion.due_at);
    delete from sessions s where s.user_id = member_id and s.id <> this_session_id;
    perform mail_member('deletion_requested', member_id, new_token, delay);
  end if;
  return next;
end
$$;

-- Security definer, because lanai_app may neither insert into the history nor clear reasons in it. Waits for a concurrent
-- decision about the account.

create function delete_account(member_id text, actor text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  status text;
begin
  select p.approval_status into status
  from users u
  join profiles p on p.id = u.id
  where u.id = member_id
  for update;
  if not found then
    return;
  end if;
  insert into approval_events (user_id, actor, from_status, to_status) values (member_id, actor, status, 'deleted');
  delete from users where id = member_id;
  update approval_events set reason = null where user_id = member_id and reason is not null;
  delete from outbox where user_id = member_id and sent_at is null;
end
$$;

comment on function delete_account is
  'Deletes everything about the member: account, profile, sessions, links, every other row of the account, and unsent '
  'messages. The history stays, without reasons. The sweep deletes the picture.';

-- Skips accounts that are being kept.

create function delete_due_accounts(at_most int) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  select due.id
  from (
    select u.id, d.requested_by
    from account_deletions d
    join users u on u.id = d.user_id
    where d.kept_at is null and d.due_at <= now()
    order by d.due_at
    limit at_most
    for update of u, d skip locked
  ) due, lateral delete_account(due.id, coalesce(due.requested_by, 'the member'))
$$;

create function schedule_deletions(emails text[], actor text default null, delay interval default '1 day')
returns table (email text, full_name text, due_at timestamptz, result text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform lock_people(array(select m.id from find_members(emails) m));
  return query
  with member as (
    select f.nth, u.id, u.email, p.full_name, d.due_at
    from find_members(emails) f
    join users u on u.id = f.id
    join profiles p on p.id = f.id
    left join account_deletions d on d.user_id = f.id and d.kept_at is null and d.requested_by is not null
  ), signed_out as (
    delete from sessions s using member m where s.user_id = m.id
  ), unlinked as (
    delete from links l using member m
    where l.user_id = m.id and l.used_at is null
      and l.purpose in ('confirm_email', 'change_email', 'reset_password', 'invitation')
  ), unsent as (
    delete from outbox o using member m
    where o.user_id = m.id and o.sent_at is null
      and o.kind in ('confirm_email', 'change_email', 'reset_password', 'invitation', 'deletion_requested')
  ), uninvited as (
    update invitations i set expires_at = now() from member m where i.user_id = m.id and i.came_at is null
  ), scheduled as (
    insert into account_deletions as d (user_id, due_at, requested_by) select m.id, now() + delay, actor_or_login(actor) from member m
    on conflict (user_id) do update
    set token_hash = null, due_at = excluded.due_at, kept_at = null, requested_by = excluded.requested_by
    where d.kept_at is not null or d.requested_by is null
  )
  select m.email, m.full_name, coalesce(m.due_at, now() + delay),
    case when m.due_at is null then 'will be deleted' else 'already scheduled' end
  from member m
  order by m.nth;
end
$$;

comment on function schedule_deletions is
  'Schedules deletions, signs these people out and ends their open links. Takes the place of a deletion that the member asked for; '
  'an administrator''s stays as it is.';

create function request_link(link_purpose text, member_email text, lifetime interval) returns void
language sql as $$
  select mail_link(link_purpose, u.id, lifetime)
  from users u
  where u.email = member_email
    and (link_purpose <> 'confirm_email' or (u.email_confirmed_at is null and u.password_hash is not null))
    and not exists (
      select from account_deletions d where d.user_id = u.id and d.kept_at is null and d.requested_by is not null
    )
$$;

create function keep_accounts(emails text[]) returns table (email text, full_name text, due_at timestamptz, result text)
language sql security definer set search_path = public, pg_temp as $$
  with kept as (
    update account_deletions d set kept_at = now()
    where d.kept_at is null and d.user_id in (select m.id from find_members(emails) m)
    returning d.user_id
  )
  select m.email, p.full_name, null::timestamptz,
    case when k.user_id is null then 'was not scheduled' else 'kept' end
  from find_members(emails) m
  join profiles p on p.id = m.id
  left join kept k on k.user_id = m.id
  order by m.nth
$$;
