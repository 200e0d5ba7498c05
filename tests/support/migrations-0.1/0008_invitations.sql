-- Inviting: an approved account without a password, and an email with the link that sets one.

create table invitations (
  user_id text primary key references users on delete cascade,
  invited_by text not null,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  came_at timestamptz
);

comment on table invitations is 'People who were sent a link to choose a password. Inviting again replaces the row and the link.';
comment on column invitations.came_at is 'When they chose a password; null until then.';

create view members as
  select u.id, u.email, p.full_name, p.avatar_url, p.approval_status,
    u.email_confirmed_at is not null as email_confirmed, p.is_editor, p.is_admin,
    floor(extract(epoch from greatest(
      (select max(e.at) from approval_events e where e.user_id = u.id and e.to_status = 'approved'),
      (select i.came_at from invitations i where i.user_id = u.id)
    )) * 1000)::float8 as member_since
  from users u
  join profiles p on p.id = u.id;

comment on view members is 'A user and their profile without secrets: what the gate and the pages may read.';
comment on column members.member_since is
  'When they could come in: when they were approved, or chose the password of an invitation, whichever came later. In '
  'milliseconds since 1970; null until then.';

create function invite_person(new_email text, new_name text, new_company text, actor text) returns text
language plpgsql as $$
declare
  lasts constant interval := '14 days';
  outcome text := 'invited again';
  member record;
begin
  select u.id, u.password_hash, u.email_confirmed_at, p.approval_status into member
  from users u
  join profiles p on p.id = u.id
  where u.email = new_email;

  if not found then
    -- Not by sign_up: the account starts approved, and the invitation is its only email.
    insert into users (email) values (new_email) returning id into member;
    insert into profiles (id, full_name, company) values (member.id, new_name, new_company);
    outcome := 'invited';
  elsif member.approval_status = 'denied' then
    return 'still denied';
  elsif member.email_confirmed_at is not null and member.approval_status = 'pending' then
    perform change_status(member.id, 'approved', actor, 'Invited');
    update profiles set company = coalesce(company, new_company) where id = member.id;
    return 'approved';
  elsif member.email_confirmed_at is not null or (member.approval_status = 'approved' and member.password_hash is not null) then
    return 'already a member';
  else
    -- The password of an unconfirmed account that nobody has approved may be a stranger's.
    perform end_access(member.id);
    delete from links where user_id = member.id;
    delete from outbox where user_id = member.id and kind in ('confirm_email', 'invitation') and sent_at is null;
    delete from invitations where user_id = member.id;
    update users set password_hash = null, sign_up_browser_hash = null where id = member.id;
    update profiles
    set full_name = coalesce(new_name, case when member.password_hash is null then full_name end),
      company = coalesce(company, new_company)
    where id = member.id;
  end if;
  perform change_status(member.id, 'approved', actor, 'Invited');
  insert into invitations (user_id, invited_by, expires_at) values (member.id, actor, now() + lasts);
  perform mail_link('invitation', member.id, lasts);
  return outcome;
end
$$;

create function parse_people(people jsonb) returns table (nth bigint, email text, name text, company text)
language sql immutable as $$
  select nth, canonical_address(person ->> 'email'), nullif(clean_text(person ->> 'name'), ''),
    nullif(clean_text(person ->> 'company'), '')
  from jsonb_array_elements(people) with ordinality as given (person, nth)
$$;

create function invite(people jsonb, actor text default null) returns table (email text, name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform lock_people(array(select u.id from users u join parse_people(people) p on p.email = u.email));

  return query
  -- In one order, so that no two calls wait for each other.
  with invited as materialized (
    select p.nth, p.email, p.name, invite_person(p.email, p.name, p.company, actor_or_login(actor)) as outcome
    from parse_people(people) p
    order by p.email
  )
  select i.email, i.name, i.outcome from invited i order by i.nth;
end
$$;

comment on function invite is
  'Invites people, [{"email", "name", "company"}], and returns an outcome for each: "invited" made the account. All or none. '
  'Approves a confirmed pending account, resets the password of an unconfirmed one, and skips members and denied people.';

create function revoke_invitation(emails text[], actor text default null)
returns table (email text, name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  member_ids constant text[] := array(select m.id from find_members(emails) m);
begin
  perform lock_people(member_ids);
  return query
  select f.email, p.full_name, case
      when i.came_at is not null then 'already joined'
      when i.user_id is not null then 'revoked'
      else 'not invited'
    end
  from find_members(emails) f
  join profiles p on p.id = f.id
  left join invitations i on i.user_id = f.id
  order by f.nth;

  perform delete_account(i.user_id, actor_or_login(revoke_invitation.actor))
  from invitations i
  where i.user_id = any (member_ids) and i.came_at is null;
end
$$;
