-- How far members are with each video, and what they write down while they watch.

create table video_progress (
  user_id text not null references users on delete cascade,
  video text not null
    constraint video_progress_video_is_path check (video ~ '^[a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+$' and length(video) <= 200),
  position_seconds int not null default 0
    constraint video_progress_position_is_time check (position_seconds between 0 and 86400),
  duration_seconds int
    constraint video_progress_duration_is_time check (duration_seconds between 1 and 86400),
  played_at timestamptz,
  watched boolean not null default false,
  marked_at timestamptz,
  primary key (user_id, video),
  constraint video_progress_within_duration check (position_seconds <= duration_seconds),
  constraint video_progress_says_something check (played_at is not null or marked_at is not null)
);

comment on table video_progress is 'One row per member and video: where they are in it, and whether they have watched it.';
comment on column video_progress.video is 'Cohort, week and name of the video''s file without their numbers, such as cohort-17/week-1/choosing-a-beachhead.';

create function ms_ago(moment timestamptz) returns float8
language sql stable strict as $$
  select floor(greatest(extract(epoch from now() - moment), 0) * 1000)::float8
$$;

create function keep_video_progress(member_id text, changes jsonb) returns void
language sql as $$
  insert into video_progress as kept
    (user_id, video, position_seconds, duration_seconds, played_at, watched, marked_at)
  select
    member_id, c.video, c."positionSeconds", c."durationSeconds",
    now() - c."playedMsAgo" * interval '1 millisecond', c.watched, now() - c."markedMsAgo" * interval '1 millisecond'
  from jsonb_to_recordset(changes) as c (
    video text, "positionSeconds" int, "durationSeconds" int, "playedMsAgo" float8, watched boolean, "markedMsAgo" float8
  )
  -- In one order, so that two devices with the same videos cannot wait for each other.
  order by c.video
  on conflict (user_id, video) do update set
    (position_seconds, duration_seconds, played_at) = (
      select least(p.position_seconds, coalesce(p.duration_seconds, p.other_seconds)),
        coalesce(p.duration_seconds, p.other_seconds), p.played_at
      from (values
        (excluded.position_seconds, excluded.duration_seconds, excluded.played_at, kept.duration_seconds),
        (kept.position_seconds, kept.duration_seconds, kept.played_at, excluded.duration_seconds)
      ) as p (position_seconds, duration_seconds, played_at, other_seconds)
      order by p.played_at desc nulls last, p.position_seconds desc
      limit 1
    ),
    (watched, marked_at) = (
      select m.watched, m.marked_at
      from (values (excluded.watched, excluded.marked_at), (kept.watched, kept.marked_at)) as m (watched, marked_at)
      order by m.marked_at desc nulls last, m.watched desc
      limit 1
    )
$$;

comment on function keep_video_progress is
  'Writes what one device knows. Position and mark are two things, and of each the later one stays, whichever arrives '
  'last; of two at the same moment the further one and the mark. How long ago it was is said by the device, when that was by this '
  'database''s clock: a wrong clock of a device neither wins nor loses.';

create table notes (
  user_id text not null references users on delete cascade,
  id uuid not null,
  video text not null
    constraint notes_video_is_path check (video ~ '^[a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+$' and length(video) <= 200),
  title text not null
    constraint notes_title_is_short check (length(title) between 1 and 300),
  fragment text not null
    constraint notes_fragment_is_short check (length(fragment) between 1 and 300),
  seconds int not null
    constraint notes_seconds_is_time check (seconds between 0 and 86400),
  text text not null
    constraint notes_text_is_short check (length(text) between 1 and 2000),
  written_at timestamptz not null,
  primary key (user_id, id)
);

comment on table notes is 'What a member wrote about a moment of a video, for themselves alone. A row never changes: an edit is another one.';
comment on column notes.id is 'Made by the device that wrote it, so that telling it twice adds nothing.';
comment on column notes.title is 'The video''s title at that time: the note can be read when the video is gone.';

create table removed_notes (
  user_id text not null references users on delete cascade,
  id uuid not null,
  removed_at timestamptz not null default now(),
  primary key (user_id, id)
);

comment on table removed_notes is
  'Notes that a member removed, or replaced by an edit: without their words, so that no device that was away brings them back.';

create function keep_notes(member_id text, written jsonb, removed uuid[], at_most int) returns boolean
language plpgsql as $$
declare
  -- Devices tell once more what they do not know to have arrived, and do so within days.
  removals_kept constant int := 5000;
begin
  -- Devices of one member queue up here: what is counted and what was removed hold until the end.
  perform from users where id = member_id for no key update;
  if not found then
    return true;
  end if;

  if at_most < (
    select count(*)
    from (
      select n.id from notes n where n.user_id = member_id
      union
      select w.id from jsonb_to_recordset(written) as w (id uuid)
    ) as live
    where live.id <> all (removed)
      and not exists (select from removed_notes r where r.user_id = member_id and r.id = live.id)
  ) then
    return false;
  end if;

  insert into removed_notes (user_id, id) select member_id, unnest(removed) on conflict do nothing;
  delete from notes where user_id = member_id and id = any (removed);
  delete from removed_notes where user_id = member_id and id in (
    select r.id from removed_notes r where r.user_id = member_id order by r.removed_at desc, r.id offset removals_kept
  );

  insert into notes (user_id, id, video, title, fragment, seconds, text, written_at)
  select member_id, w.id, w.video, w.title, w.fragment, w.seconds, w.text, now() - w."writtenMsAgo" * interval '1 millisecond'
  from jsonb_to_recordset(written) as w (
    id uuid, video text, title text, fragment text, seconds int, text text, "writtenMsAgo" float8
  )
  where not exists (select from removed_notes r where r.user_id = member_id and r.id = w.id)
  on conflict do nothing;
  return true;
end
$$;

comment on function keep_notes is
  'Writes what one device knows, all or nothing: notes are added, and what was removed stays removed, in any order that '
  'devices arrive and however often. False, and nothing done, when the member would have more notes than that. Of '
  'removals it keeps the last 5,000.';
