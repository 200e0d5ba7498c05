-- How far a member is with each video, so that every device goes on where another stopped.

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
comment on column video_progress.user_id is 'Whose progress it is.';
comment on column video_progress.video is 'Cohort, week and name of the video''s file without their numbers, such as cohort-17/week-1/choosing-a-beachhead.';
comment on column video_progress.position_seconds is 'Where to go on.';
comment on column video_progress.duration_seconds is 'As the player says; null until it did.';
comment on column video_progress.played_at is 'When the member was at this position; null when it never played. Never in the future.';
comment on column video_progress.watched is 'Nearly to the end, or marked by the member.';
comment on column video_progress.marked_at is 'When that was last changed; null when it never was. Never in the future.';

create function ms_ago(moment timestamptz) returns float8
language sql stable strict as $$
  select floor(greatest(extract(epoch from now() - moment), 0) * 1000)::float8
$$;

comment on function ms_ago is 'How many milliseconds have gone by since; null for never.';

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
  -- Whoever sends the same videos at the same time waits for the first of them, not in a ring.
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
