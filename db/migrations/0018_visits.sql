-- When a member was here before, so that every device calls the same things new, and which announcements they put away.

create table visits (
  user_id text primary key references users on delete cascade,
  since timestamptz,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  dismissed text[] not null default '{}'
    constraint visits_dismissed_is_few check (cardinality(dismissed) <= 50),
  constraint visits_in_order check (since < began_at and began_at <= seen_at)
);

comment on table visits is 'One row per member: their visit to the portal, on whatever devices. A long break ends a visit.';
comment on column visits.user_id is 'Whose visit it is.';
comment on column visits.since is 'When the visit before this one ended: what is later is new. Null before the second.';
comment on column visits.began_at is 'The first page of this visit.';
comment on column visits.seen_at is 'When a device last told of it. Never in the future.';
comment on column visits.dismissed is 'Announcements that the member put away, the latest first, by the names of their files.';

create function keep_visit(member_id text, since_ms_ago float8, began_ms_ago float8, names text[], gap interval)
returns table ("sinceMsAgo" float8, "beganMsAgo" float8, dismissed text[])
language sql as $$
  insert into visits as kept (user_id, since, began_at, seen_at, dismissed)
  values (
    member_id,
    -- A clock that was set back makes an end of no visit before this one.
    case when since_ms_ago > began_ms_ago then now() - since_ms_ago * interval '1 millisecond' end,
    now() - began_ms_ago * interval '1 millisecond',
    now(),
    names
  )
  on conflict (user_id) do update set
    (since, began_at, seen_at) = (
      select (select max(ended) from (values (before.ended), (excluded.since)) as ends (ended) where ended < before.began),
        before.began, now()
      from (
        select least(kept.began_at, excluded.began_at) as began, kept.since as ended
        where kept.seen_at > excluded.began_at - gap
        union all
        select excluded.began_at, kept.seen_at
        where kept.seen_at <= excluded.began_at - gap
      ) as before
    ),
    dismissed = (
      excluded.dismissed || array(
        select name from unnest(kept.dismissed) with ordinality as known (name, place)
        where name <> all (excluded.dismissed)
        order by place
      )
    )[1:50]
  returning ms_ago(since), ms_ago(began_at), kept.dismissed
$$;

comment on function keep_visit is
  'Joins what one device knows of the member''s visit with what others told, and answers with what is known then. A visit '
  'told of begins anew when nothing was heard for the gap before it; its since is the latest known end of a visit before '
  'it. Of dismissed announcements the last fifty stay.';
