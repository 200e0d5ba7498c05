-- Inviting: an approved account without a password, and an email with the link that sets one.

create table invitations (
  user_id text primary key references users on delete cascade,
  invited_by text not null,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz
);

comment on table invitations is 'People who were sent a link to choose a password. Inviting again replaces the row and the link.';
comment on column invitations.accepted_at is 'When they chose a password; null until then.';

-- A member without a password is invited again, also one whose new address was confirmed by its link.
create function invite_person(new_email text, new_name text, new_company text, actor text) returns text
language plpgsql as $$
declare
  lifetime constant interval := '14 days';
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
  elsif member.approval_status = 'approved' and member.password_hash is not null then
    return 'already a member';
  elsif member.email_confirmed_at is not null and member.password_hash is not null then
    perform set_approval_status(member.id, 'approved', actor, 'Invited');
    update profiles set company = coalesce(company, new_company) where id = member.id;
    perform assign_company(member.id, coalesce(assigned_company(member.id), new_company));
    return 'approved';
  else
    -- The password of an unconfirmed account that nobody has approved may be a stranger's.
    perform revoke_access(member.id);
    delete from email_tokens where user_id = member.id;
    delete from outbox where user_id = member.id and kind in ('confirm_email', 'invitation') and sent_at is null;
    delete from invitations where user_id = member.id;
    update users set password_hash = null, sign_up_browser_hash = null where id = member.id;
    update profiles
    set full_name = coalesce(new_name, case when member.password_hash is null then full_name end),
      company = coalesce(company, new_company)
    where id = member.id;
  end if;
  perform assign_company(member.id, coalesce(assigned_company(member.id), new_company));
  perform set_approval_status(member.id, 'approved', actor, 'Invited');
  insert into invitations (user_id, invited_by, expires_at) values (member.id, actor, now() + lifetime);
  perform enqueue_email_with_token('invitation', member.id, lifetime);
  return outcome;
end
$$;

create function parse_invitees(people jsonb) returns table (nth bigint, email text, name text, company text)
language sql immutable as $$
  select nth, normalize_email(person ->> 'email'), nullif(clean_text(person ->> 'name'), ''),
    nullif(clean_text(person ->> 'company'), '')
  from jsonb_array_elements(people) with ordinality as input (person, nth)
$$;

create function invite(people jsonb, actor text default null) returns table (email text, name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform lock_people(array(select u.id from users u join parse_invitees(people) p on p.email = u.email));

  return query
  -- In one order, so that no two calls wait for each other.
  with invited as materialized (
    select p.nth, p.email, p.name, invite_person(p.email, p.name, p.company, actor_or_login(actor)) as outcome
    from parse_invitees(people) p
    order by p.email
  )
  select i.email, i.name, i.outcome from invited i order by i.nth;
end
$$;

comment on function invite is
  'Invites people, [{"email", "name", "company"}], and returns an outcome for each: "invited" made the account. All or none. '
  'Approves a confirmed pending account, resets the password of an unconfirmed one, and skips members and denied people.';

-- invite with addresses alone, for psql and SQL editors, which have no file to read.
create function invite_addresses(emails text[], name text default null, actor text default null)
returns table (email text, full_name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  addresses constant text[] := array(
    select normalize_email(input.typed) from unnest(emails) with ordinality as input (typed, nth)
    group by 1 order by min(input.nth)
  );
  wrong constant text := (
    select string_agg(format('"%s"', address), ' or ') from unnest(addresses) address where is_valid_email(address) is not true
  );
begin
  if wrong is not null then
    raise exception 'Not an email address: % (write a domain such as bücher.example as xn--…)', wrong
      using errcode = 'invalid_parameter_value';
  end if;
  if nullif(name, '') is not null and cardinality(addresses) > 1 then
    raise exception 'A name is for one address, and there are %', cardinality(addresses) using errcode = 'invalid_parameter_value';
  end if;
  return query
  select i.email, i.name, i.outcome
  from invite((select jsonb_agg(jsonb_build_object('email', address, 'name', name)) from unnest(addresses) address), actor) i;
end
$$;

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
      when i.accepted_at is not null then 'already joined'
      when i.user_id is not null then 'revoked'
      else 'not invited'
    end
  from find_members(emails) f
  join profiles p on p.id = f.id
  left join invitations i on i.user_id = f.id
  order by f.nth;

  perform delete_account(i.user_id, actor_or_login(revoke_invitation.actor))
  from invitations i
  where i.user_id = any (member_ids) and i.accepted_at is null;
end
$$;

grant select, update (accepted_at) on invitations to lanai_app;
grant select on invitations to lanai_admin;
grant execute on function invite, invite_addresses, revoke_invitation to lanai_admin;
