-- Forms that say by themselves who has sent them: the programme's form tools call an address with a secret.

create table webhook_endpoints (
  name text primary key
    constraint webhook_endpoints_name_is_clean check (name = clean_text(name) and length(name) between 1 and 80),
  token_hash text not null
    constraint webhook_endpoints_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
    constraint webhook_endpoints_token_hash_key unique,
  created_at timestamptz not null default now(),
  created_by text not null,
  last_used_at timestamptz
);

comment on table webhook_endpoints is 'Addresses that the programme''s form tools call when a member has sent a form.';

create table email_aliases (
  email text primary key,
  user_id text not null references users on delete cascade
);

create index email_aliases_user_id on email_aliases (user_id);

comment on table email_aliases is 'Other addresses from which members send forms, as administrators have said.';

create table unmatched_submissions (
  email text not null,
  event text not null,
  day date not null,
  received_at timestamptz not null default now(),
  primary key (email, event, day)
);

comment on table unmatched_submissions is 'Forms that were sent from an address without a member. Nothing else of them is kept.';

create function create_webhook_endpoint(new_name text, actor text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- As in create_email_token.
  token constant text := sha256_hex(gen_random_uuid()::text || gen_random_uuid()::text);
begin
  insert into webhook_endpoints (name, token_hash, created_by) values (clean_text(new_name), sha256_hex(token), actor)
  on conflict (name) do nothing;
  return case when found then token end;
end
$$;

create function record_submission(
  given_token_hash text, given_email text, given_event text, nearest_day date, nearest_start timestamptz, next_day date
) returns text
language plpgsql as $$
declare
  sender users;
begin
  update webhook_endpoints set last_used_at = now() where token_hash = given_token_hash;
  if not found then
    return 'unknown_form';
  elsif count_attempt(sha256_hex('form/' || given_token_hash), 2000, interval '1 hour') is not null then
    return 'too_many';
  end if;
  select u.* into sender
  from users u
  where u.email = given_email or u.id = (select s.user_id from email_aliases s where s.email = given_email)
  order by u.email = given_email desc
  limit 1;
  if sender.id is null then
    -- Addresses of strangers aren't kept for long, and no tool can fill the table.
    delete from unmatched_submissions where received_at < now() - interval '90 days';
    insert into unmatched_submissions (email, event, day)
    select given_email, given_event, nearest_day where (select count(*) from unmatched_submissions) < 1000
    on conflict do nothing;
    return 'not_matched';
  end if;
  insert into deadline_completions (user_id, event, day, is_done, reported_at, source)
  -- A member who came later can't be late.
  values (
    sender.id, given_event, case when sender.created_at < nearest_start then nearest_day else next_day end, true, now(), 'form'
  )
  on conflict (user_id, event, day) do update set is_done = true, reported_at = now(), source = 'form'
  where deadline_completions.source = 'member';
  return 'recorded';
end
$$;

-- What administrators see and do at /people. Each function checks the session itself, as those of people do.

create function deadlines_for_admin(session_hash text, starts jsonb) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'email', m.email, 'fullName', m.full_name, 'company', m.company) order by m.full_name, m.email), '[]')
      from deadline_assignees m
    ),
    'done', (
      select coalesce(jsonb_agg(d), '[]')
      from (
        select event, day, t.user_id as "userId", t.reported_at as at, t.source as by
        from effective_deadline_completions t
        join jsonb_to_recordset(starts) as s (event text, day date, "forCompany" boolean) using (event, day)
        where t.source <> 'company' or s."forCompany"
      ) d
    ),
    'asked', (
      select coalesce(jsonb_agg(s.key), '[]') from jsonb_to_recordset(starts) as s (key text) join broadcasts m on m.name = s.key || ' asked'
    ),
    'unmatched', (
      select coalesce(jsonb_agg(u order by u.at desc, u.email), '[]')
      from (select email, event, day, received_at as at from unmatched_submissions) u
    ),
    'forms', (
      select coalesce(jsonb_agg(f order by f.name), '[]')
      from (select name, created_at as "createdAt", last_used_at as "usedAt" from webhook_endpoints) f
    )
  )
  where session_admin_email(session_hash) is not null
$$;

create function match_submissions_for_admin(session_hash text, given_email text, person_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if session_admin_email(session_hash) is null then
    return false;
  end if;
  if person_id is not null then
    if not exists (select from unmatched_submissions u where u.email = given_email) then
      return false;
    end if;
    insert into email_aliases (email, user_id) select given_email, u.id from users u where u.id = person_id
    on conflict (email) do update set user_id = excluded.user_id;
    if not found then
      return false;
    end if;
    insert into deadline_completions (user_id, event, day, is_done, reported_at, source)
    select person_id, u.event, u.day, true, u.received_at, 'form' from unmatched_submissions u where u.email = given_email
    on conflict (user_id, event, day) do update set is_done = true, reported_at = excluded.reported_at, source = 'form';
  end if;
  delete from unmatched_submissions u where u.email = given_email;
  return true;
end
$$;

create function create_webhook_endpoint_for_admin(session_hash text, new_name text) returns text
language sql security definer set search_path = public, pg_temp as $$
  select create_webhook_endpoint(new_name, admin) from session_admin_email(session_hash) admin where admin is not null
$$;

create function delete_webhook_endpoint_for_admin(session_hash text, given_name text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  delete from webhook_endpoints where name = given_name and session_admin_email(session_hash) is not null returning true
$$;

grant select on email_aliases to lanai_app;
grant select, insert, delete on unmatched_submissions to lanai_app;
grant select, update (last_used_at) on webhook_endpoints to lanai_app;
grant select (name, created_at, created_by, last_used_at), delete on webhook_endpoints to lanai_admin;
grant execute on function record_submission, deadlines_for_admin, match_submissions_for_admin, create_webhook_endpoint_for_admin, delete_webhook_endpoint_for_admin to lanai_app;
grant execute on function create_webhook_endpoint to lanai_admin;
