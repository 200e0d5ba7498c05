-- What is said on the sign-in screen for a while, and what a monitor is told.

create table portal_status (
  is_only boolean primary key default true constraint portal_status_is_one check (is_only),
  sentence text not null constraint portal_status_sentence_check check (
    char_length(sentence) between 1 and 200 and sentence = btrim(sentence) and sentence !~ '[[:cntrl:]]'
  ),
  ends_at timestamptz,
  set_by text not null,
  set_at timestamptz not null default now()
);

comment on table portal_status is 'What the sign-in screen says to everybody, in one row or none.';
comment on column portal_status.is_only is 'There is one sentence at a time.';
comment on column portal_status.sentence is 'Plain text, shown as it stands.';
comment on column portal_status.ends_at is 'From then on it is not shown; null until it is taken away.';
comment on column portal_status.set_by is 'Who said it, as approval_events.actor.';
comment on column portal_status.set_at is 'When.';

create function set_status(new_sentence text, new_ends_at timestamptz default null, actor text default null)
returns setof portal_status
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if coalesce(btrim(new_sentence), '') = '' then
    raise exception 'Say a sentence, or take it away: select clear_status()' using errcode = 'check_violation';
  end if;
  if char_length(btrim(new_sentence)) > 200 or new_sentence ~ '[[:cntrl:]]' then
    raise exception 'The sentence may have 200 characters at most, on one line.' using errcode = 'check_violation';
  end if;
  if new_ends_at <= now() then
    raise exception '% is over already. It is % now.', utc_minute(new_ends_at), utc_minute(now())
      using errcode = 'check_violation';
  end if;

  return query
  insert into portal_status (sentence, ends_at, set_by)
  values (
    btrim(new_sentence), new_ends_at,
    coalesce(nullif(actor, ''), nullif(current_setting('lanai.actor', true), ''), session_user)
  )
  on conflict (is_only) do update
  set sentence = excluded.sentence, ends_at = excluded.ends_at, set_by = excluded.set_by, set_at = now()
  returning *;
end
$$;

comment on function set_status is
  'Says this on the sign-in screen, in place of what was said before, until then or until it is taken away.';

create function clear_status() returns setof portal_status
language sql security definer set search_path = public, pg_temp as $$
  delete from portal_status returning *
$$;

comment on function clear_status is 'Says nothing on the sign-in screen any more, and returns what was said.';

-- A schedule that has stopped is noticed by when it last came to its end.

create table scheduled_runs (
  name text primary key,
  ended_at timestamptz not null
);

comment on table scheduled_runs is 'When a scheduled function last came to its end.';
comment on column scheduled_runs.name is 'The function.';
comment on column scheduled_runs.ended_at is 'When.';

create function portal_health() returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'migration', (select max(name) from schema_migrations),
    'migrations', (select count(*) from schema_migrations),
    'outbox', (
      select jsonb_build_object(
        'waiting', count(*) filter (where dead_at is null),
        'dead', count(*) filter (where dead_at is not null),
        'oldestSeconds', floor(extract(epoch from now() - min(created_at) filter (where dead_at is null)))
      )
      from outbox where sent_at is null
    ),
    'sweptSecondsAgo', (
      select floor(extract(epoch from now() - ended_at)) from scheduled_runs where name = 'sweep'
    )
  )
$$;

comment on function portal_health is 'How the portal is, in numbers that name nobody, for a monitor.';

revoke all on portal_status, scheduled_runs from lanai_app;
grant insert, update, select on scheduled_runs to lanai_app;
grant select on portal_status to lanai_edge, lanai_admin;

revoke execute on function set_status(text, timestamptz, text), clear_status(), portal_health() from lanai_app;
grant execute on function set_status(text, timestamptz, text), clear_status() to lanai_admin;
grant execute on function portal_health() to lanai_edge;
