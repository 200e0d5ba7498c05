-- The same answers for thousands of people, sooner.

create function person_matches(email text, full_name text, company text, role text, query text) returns boolean
language sql stable as $$
  select query = '' or contains_all_words(concat_ws(E'\n', email, full_name, company, role), query)
$$;

comment on function person_matches is 'The rule of every search of people. Without words, everyone matches.';

create or replace function find_people(search text) returns setof people
language sql stable security definer set search_path = public, pg_temp as $$
  select p.* from people p where person_matches(p.email, p.full_name, p.company, p.role, search) order by p.email
$$;

create or replace function count_people_for_admin(session_hash text, search text) returns table (status text, amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.status, count(*)
  from people p
  where session_admin_email(session_hash) is not null and person_matches(p.email, p.full_name, p.company, p.role, search)
  group by p.status
$$;

-- Only the people of one page need all columns.

create or replace function people_for_admin(session_hash text, search text, status_filter text, max_rows int, row_offset int)
returns table (person people, actions text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select p, allowed_actions(p, admin)
  from session_admin_email(session_hash) admin, (
    select array_agg(listed.id) as ids
    from (
      select found.id
      from people found
      where found.status = status_filter and person_matches(found.email, found.full_name, found.company, found.role, search)
      order by case found.status when 'pending' then found.signed_up_at when 'invited' then found.invited_at end,
        found.last_seen_at desc nulls last, found.email
      limit max_rows offset row_offset
    ) listed
  ) page, people p
  where admin is not null and p.id = any (page.ids)
  order by array_position(page.ids, p.id)
$$;

-- Who has done it is found once, and not for each member.

create or replace function send_reminders_for_admin(
  session_hash text, broadcast_name text, given_event text, given_day date, start_ms bigint, for_company boolean
) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  amount int;
begin
  if session_admin_email(session_hash) is null then
    return null;
  end if;
  insert into broadcasts (name) values (broadcast_name) on conflict do nothing;
  if not found then
    return null;
  end if;
  insert into outbox (kind, dedupe_key, payload, user_id, next_attempt_at, expires_at)
  select 'mailing', broadcast_name || ' ' || m.id,
    jsonb_build_object('userId', m.id, 'mailing', 'deadlines', 'item', given_event, 'at', start_ms),
    m.id, now() + interval '1 minute', now() + interval '1 day'
  from deadline_assignees m
  join profiles p on p.id = m.id and 'deadlines' = any (p.email_preferences)
  where m.id not in (
    select d.user_id from effective_deadline_completions d
    where d.event = given_event and d.day = given_day and (d.source <> 'company' or for_company))
  on conflict (dedupe_key) do nothing;
  get diagnostics amount = row_count;
  delete from broadcasts
  where amount = 0 and name = broadcast_name and not exists (
    select from outbox o where starts_with(o.dedupe_key, broadcast_name || ' '));
  return amount;
end
$$;
