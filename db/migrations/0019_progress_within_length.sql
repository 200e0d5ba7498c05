-- A position that a device told without a length, beyond the length that another device knows, ends with the video.
-- Refused, it would have held up everything else that device has to tell.

create or replace function keep_video_progress(member_id text, changes jsonb) returns void
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
