-- Progress in videos.

create table video_progress (
  user_id text not null references users on delete cascade,
  video text not null
    constraint video_progress_video_is_path check (video ~ '^[a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+$' and length(video) <= 200),
  position_seconds int not null default 0
    constraint video_progress_position_in_range check (position_seconds between 0 and 86400),
  duration_seconds int
    constraint video_progress_duration_in_range check (duration_seconds between 1 and 86400),
  played_at timestamptz,
  watched boolean not null default false,
  marked_at timestamptz,
  primary key (user_id, video),
  constraint video_progress_video_not_deadline check (video not like 'due/%'),
  constraint video_progress_within_duration check (position_seconds <= duration_seconds),
  constraint video_progress_not_empty check (played_at is not null or marked_at is not null)
);

comment on table video_progress is 'One row per member and video: the position, and whether they have watched it.';
comment on column video_progress.video is 'Path of the video''s file without numbers, such as cohort-17/week-1/choosing-a-beachhead.';

create function milliseconds_since(moment timestamptz) returns float8
language sql stable strict as $$
  select floor(greatest(extract(epoch from now() - moment), 0) * 1000)::float8
$$;

grant select, insert, update, delete on video_progress to lanai_app;
grant execute on function milliseconds_since to lanai_app;
