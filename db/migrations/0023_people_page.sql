-- The page /people. Security definer, because the application's role may neither approve nor deny.

create function people_ids_for_admin(session_hash text, search text, max_rows int, row_offset int)
returns table (status text, amount int, skipped int, ids text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select found.status, found.amount, page.skipped, found.ids[page.skipped + 1 : page.skipped + max_rows]
  from (
    select p.status, count(*)::int as amount, array_agg(
      p.id order by case p.status when 'pending' then p.signed_up_at when 'invited' then p.invited_at end,
        p.last_seen_at desc nulls last, p.email
    ) as ids
    from people p, search_patterns(search) patterns
    where session_admin_email(session_hash) is not null
      and person_matches(p.email, p.full_name, p.company, p.role, patterns)
    group by p.status
  ) found, lateral (select least(row_offset, (found.amount - 1) / max_rows * max_rows) as skipped) page
$$;

comment on function people_ids_for_admin is
  'How many people of each status a search finds, and one page of them: after "skipped" people, the last page past the end.';

create function people_for_admin(session_hash text, person_ids text[]) returns table (person people, actions text[])
language sql stable security definer set search_path = public, pg_temp as $$
  -- Materialized, so that a column isn't computed again for each action.
  with shown as materialized (
    select p as person from people p where p.id = any (person_ids) order by array_position(person_ids, p.id)
  )
  select s.person, array(select a.action from allowed_actions(s.person, admin) a (action))
  from session_admin_email(session_hash) admin, shown s
  where admin is not null
$$;

create function person_for_admin(session_hash text, person_id text) returns table (person people, actions text[], record jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select found.person, found.actions, jsonb_build_object(
    'undo', undoable_email(found.person, session_admin_email(session_hash)),
    'messages', (
      select coalesce(jsonb_agg(m order by m.latest_at desc, m.id), '[]')
      from (select * from messages m where m.user_id = person_id order by m.latest_at desc, m.id limit 10) m
    ),
    'decisions', (
      select coalesce(jsonb_agg(d order by d.created_at desc, d.id desc), '[]')
      from (select * from account_history d where d.user_id = person_id order by d.created_at desc, d.id desc limit 50) d
    ),
    'senders', (
      select coalesce(jsonb_agg(s.email order by s.email), '[]')
      from (
        select email from email_aliases where user_id = person_id
        union select email from matched_submissions where user_id = person_id and email <> ''
      ) s
    )
  )
  from people_for_admin(session_hash, array[person_id]) found
$$;

create function apply_action_to_people(
  session_hash text, action text, person_ids text[], expected_statuses text[], reason text, link_lifetime interval
) returns table (id text, outcome text, status text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  admin text;
  person people;
  expected record;
begin
  if action in ('deny', 'undo', 'end_admin', 'delete') then
    perform lock_admins();
  end if;
  perform lock_people(person_ids);
  if action = 'undo' then
    -- So that none is sent meanwhile.
    perform from outbox o where o.user_id = any (person_ids) and o.sent_at is null and o.dead_at is null order by o.id for update;
  end if;
  admin := session_admin_email(session_hash);
  if admin is null then
    return;
  end if;
  for expected in select given.id, given.status from unnest(person_ids, expected_statuses) as given (id, status) loop
    select p.* into person from people p where p.id = expected.id;
    outcome := case
      when person.id is null then 'gone'
      when expected.status = 'invited' and person.status = 'approved' then 'joined_meanwhile'
      when expected.status <> person.status then 'decided_meanwhile'
      else check_action(person, action, admin)
    end;
    if outcome = 'done' then
      perform apply_action(person, action, admin, reason, link_lifetime);
      select p.* into person from people p where p.id = expected.id;
      if person.id is null then
        outcome := 'revoked';
      end if;
    end if;
    id := expected.id;
    status := person.status;
    return next;
  end loop;
end
$$;

-- The form of one person always sends both. If only the role has changed, the company isn't assigned.
create function set_company_and_role_for_admin(session_hash text, person_ids text[], new_company text, new_role text) returns int
language sql security definer set search_path = public, pg_temp as $$
  select count(*)::int
  from session_admin_email(session_hash) admin,
    set_company_and_role(
      array(select u.email from users u where admin is not null and u.id = any (person_ids)),
      case when not exists (
        select from profiles p
        where person_ids = array[p.id] and coalesce(p.company, '') = new_company and coalesce(p.role, '') <> new_role
      ) then new_company end,
      new_role, admin
    )
$$;

create function invite_for_admin(session_hash text, people jsonb, is_dry_run boolean)
returns table (id text, email text, name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  admin constant text := session_admin_email(session_hash);
  invited jsonb;
begin
  if admin is null then
    return;
  end if;
  begin
    select jsonb_agg(i) into invited from invite(people, admin) i;
    -- Within the minute, the invitation can be undone.
    update outbox o set next_attempt_at = now() + interval '1 minute'
    where o.kind = 'invitation' and o.sent_at is null and o.created_at = now();
    if is_dry_run then
      raise sqlstate 'LA001';
    end if;
  exception
    when sqlstate 'LA001' then null;
  end;
  return query
  select m.id, i.email, i.name, i.outcome
  from jsonb_to_recordset(invited) as i (email text, name text, outcome text)
  left join members m on m.email = i.email
  order by i.email;
end
$$;

grant execute on function
  people_ids_for_admin, people_for_admin, person_for_admin, apply_action_to_people, set_company_and_role_for_admin,
  invite_for_admin
to lanai_app;
