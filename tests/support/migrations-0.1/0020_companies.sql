-- Which company administrators say people belong to. What members write in their own entry is theirs, and decides nothing.

create table company_members (
  id bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  company text not null
    constraint company_members_company_is_line check (company = clean_text(company) and char_length(company) between 1 and 80),
  since timestamptz not null default now(),
  until timestamptz
);

create unique index company_members_current on company_members (user_id) where until is null;
create index company_members_user_id on company_members (user_id);
create index company_members_company on company_members (lower(company));

comment on table company_members is
  'The company that an administrator gave each member, and those before: a start that was done for one of them stays done.';
comment on column company_members.until is 'When an administrator gave another one, or none; null for the current company.';

create function given_company(member_id text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select c.company from company_members c where c.user_id = member_id and c.until is null
$$;

comment on function given_company is 'The company that an administrator gave; null without one.';

alter table deadline_ticks add column company text;

comment on column deadline_ticks.company is
  'The company for which it was done: the one given then. null before one was given: it counts for the first that was.';

-- Of members who signed up by themselves and were never described, the company is their own word.

insert into company_members (user_id, company, since)
select p.id, given.company, given.at
from profiles p
left join invitations i on i.user_id = p.id
left join lateral (select d.* from descriptions d where d.user_id = p.id order by d.id desc limit 1) d on true
cross join lateral (
  select case when d.id is null then p.company else d.company end as company, coalesce(d.at, i.invited_at) as at
) given
where given.company is not null and given.at is not null;

create or replace view done_deadlines as
  select user_id, event, day, told_at, told_by from deadline_ticks where is_done
  union all
  select mate.user_id, t.event, t.day, min(t.told_at), 'company'
  from company_members mate
  join company_members own on lower(own.company) = lower(mate.company) and own.user_id <> mate.user_id
  -- Whoever has left the company since, or whose company has a new name, still belonged to it.
  join deadline_ticks t on t.user_id = own.user_id and t.is_done and (mate.until is null or mate.until > t.told_at)
    and own.company = coalesce(t.company, (
      select c.company
      from company_members c
      where c.user_id = t.user_id and (c.until is null or c.until > t.told_at)
      order by c.id limit 1
    ))
  group by 1, 2, 3;

create or replace view expected_members as
  select p.id, p.email, p.full_name, coalesce(c.company, p.company) as company
  from people p
  left join company_members c on c.user_id = p.id and c.until is null
  where p.status = 'approved' and not p.is_admin and p.deleted_at is null;

comment on view expected_members is
  'Who is to do what is due: members, without the administrators. Their company is the given one, else their own word.';

create function give_company(member_id text, new_company text) returns void
language plpgsql as $$
begin
  if new_company is distinct from given_company(member_id) then
    update company_members c set until = now() where c.user_id = member_id and c.until is null;
    insert into company_members (user_id, company) select member_id, new_company where new_company is not null;
  end if;
end
$$;

comment on function give_company is 'Sets the company of a member, null for none. The ones before stay, with the time until which they were.';

-- A member without a password is invited again, also one whose new address was confirmed by its link.

create or replace function invite_person(new_email text, new_name text, new_company text, actor text) returns text
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
  elsif member.approval_status = 'approved' and member.password_hash is not null then
    return 'already a member';
  elsif member.email_confirmed_at is not null and member.password_hash is not null then
    perform change_status(member.id, 'approved', actor, 'Invited');
    update profiles set company = coalesce(company, new_company) where id = member.id;
    perform give_company(member.id, coalesce(given_company(member.id), new_company));
    return 'approved';
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
  perform give_company(member.id, coalesce(given_company(member.id), new_company));
  perform change_status(member.id, 'approved', actor, 'Invited');
  insert into invitations (user_id, invited_by, expires_at) values (member.id, actor, now() + lasts);
  perform mail_link('invitation', member.id, lasts);
  return outcome;
end
$$;

-- Whoever saves a company gives it, also the one that the member has written.

create or replace function describe_people(emails text[], new_company text, new_role text, actor text default null)
returns table (email text, full_name text, company text, role text)
language sql security definer set search_path = public, pg_temp as $$
  select lock_people(array(select m.id from find_members(emails) m));
  with described as (
    update profiles p
    set company = case when new_company is null then p.company else nullif(clean_text(new_company), '') end,
      role = case when new_role is null then p.role else nullif(clean_text(new_role), '') end
    from find_members(emails) m join profiles before on before.id = m.id
    where p.id = m.id
    returning m.nth, m.email, p.id, p.full_name, p.company, p.role, (p.company, p.role) is distinct from (before.company, before.role)
      or (new_company is not null and p.company is distinct from given_company(p.id)) as is_changed
  ), recorded as (
    insert into descriptions (user_id, actor, company, role)
    select d.id, actor_or_login(actor), d.company, d.role from described d where d.is_changed
  ), given as materialized (
    select count(give_company(d.id, d.company)) from described d where new_company is not null
  )
  select d.email, d.full_name, d.company, d.role from described d, given order by d.nth
$$;

-- The form of one person has the company that stands there. Who changes the role alone hasn't read that.

create or replace function describe_for_admin(session_hash text, person_ids text[], new_company text, new_role text) returns int
language sql security definer set search_path = public, pg_temp as $$
  select count(*)::int
  from find_session_admin(session_hash) admin,
    describe_people(
      array(select u.email from users u where admin is not null and u.id = any (person_ids)),
      case when not exists (
        select from profiles p
        where person_ids = array[p.id] and coalesce(p.company, '') = new_company and coalesce(p.role, '') <> new_role
      ) then new_company end,
      new_role, admin
    )
$$;

-- Reminders. Whoever was sent one isn't sent another, also when the others' were taken back and are sent again.

create or replace function remind_for_admin(
  session_hash text, mailing_name text, given_event text, given_day date, start_ms bigint, for_company boolean
) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  amount int;
begin
  if find_session_admin(session_hash) is null then
    return null;
  end if;
  insert into mailings (name) values (mailing_name) on conflict do nothing;
  if not found then
    return null;
  end if;
  insert into outbox (kind, dedupe_key, payload, user_id, next_attempt_at, expires_at)
  select 'mailing', mailing_name || ' ' || m.id,
    jsonb_build_object('userId', m.id, 'mailing', 'deadlines', 'item', given_event, 'at', start_ms),
    m.id, now() + interval '1 minute', now() + interval '1 day'
  from expected_members m
  join profiles p on p.id = m.id and 'deadlines' = any (p.wanted_mail)
  where not exists (
    select from done_deadlines d
    where d.user_id = m.id and d.event = given_event and d.day = given_day and (d.told_by <> 'company' or for_company))
  on conflict (dedupe_key) do nothing;
  get diagnostics amount = row_count;
  delete from mailings
  where amount = 0 and name = mailing_name and not exists (
    select from outbox o where starts_with(o.dedupe_key, mailing_name || ' '));
  return amount;
end
$$;

create or replace function unremind_for_admin(session_hash text, mailing_name text) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  amount int;
begin
  if find_session_admin(session_hash) is null then
    return null;
  end if;
  -- While this waited for a row, a worker may have begun to send it.
  delete from outbox o
  where starts_with(o.dedupe_key, mailing_name || ' ')
    and o.sent_at is null and o.dead_at is null and o.attempts = 0 and o.next_attempt_at > now();
  get diagnostics amount = row_count;
  if amount > 0 then
    delete from mailings where name = mailing_name;
  elsif exists (select from mailings where name = mailing_name) then
    return null;
  end if;
  return amount;
end
$$;

comment on function unremind_for_admin is
  'How many emails it took back: 0 when they were taken back already, null when they are on their way.';

grant select on company_members to lanai_app;
grant execute on function given_company to lanai_app;
