-- The same answers for thousands of people, sooner.

create function person_has_words(email text, full_name text, company text, role text, typed text) returns boolean
language sql stable as $$
  select typed = '' or has_words(concat_ws(E'\n', email, full_name, company, role), typed)
$$;

comment on function person_has_words is 'The rule of every search of people. Everyone has no words.';

create or replace function find_people(part text) returns setof people
language sql stable security definer set search_path = public, pg_temp as $$
  select p.* from people p where person_has_words(p.email, p.full_name, p.company, p.role, part) order by p.email
$$;

create or replace function count_people_for_admin(session_hash text, part text) returns table (status text, amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.status, count(*)
  from people p
  where find_session_admin(session_hash) is not null and person_has_words(p.email, p.full_name, p.company, p.role, part)
  group by p.status
$$;

-- Only the people of one page need all columns.

create or replace function people_for_admin(session_hash text, part text, with_status text, at_most int, skipped int)
returns table (person people, acts text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select p, acts_for(p, admin)
  from find_session_admin(session_hash) admin, (
    select array_agg(listed.id) as ids
    from (
      select found.id
      from people found
      where found.status = with_status and person_has_words(found.email, found.full_name, found.company, found.role, part)
      order by case found.status when 'pending' then found.signed_up_at when 'invited' then found.invited_at end,
        found.last_seen_at desc nulls last, found.email
      limit at_most offset skipped
    ) listed
  ) page, people p
  where admin is not null and p.id = any (page.ids)
  order by array_position(page.ids, p.id)
$$;

-- Who has done it is found once, and not for each member.

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
  where m.id not in (
    select d.user_id from done_deadlines d
    where d.event = given_event and d.day = given_day and (d.told_by <> 'company' or for_company))
  on conflict (dedupe_key) do nothing;
  get diagnostics amount = row_count;
  delete from mailings
  where amount = 0 and name = mailing_name and not exists (
    select from outbox o where starts_with(o.dedupe_key, mailing_name || ' '));
  return amount;
end
$$;
