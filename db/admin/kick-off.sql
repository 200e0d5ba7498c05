-- Expects a crowd behind one address: so many people may sign up, confirm and mistype from one network for three hours, or
-- until the time you say. It ends by itself. Without people it lists what is under way and planned.
--
--   psql "$DATABASE_URL" -v people=300 -f db/admin/kick-off.sql
--   psql "$DATABASE_URL" -v people=300 -v from='2026-12-01 09:00 Pacific/Honolulu' -v until='2026-12-01 22:00' -f db/admin/kick-off.sql
--   psql "$DATABASE_URL" -v end=1 -f db/admin/kick-off.sql
--
-- A time without a zone is UTC. Also -v actor='Leilani', and -v dry_run=1, which takes it back. end=1 ends what is under way
-- and forgets what is planned. In one line, for any SQL editor: select * from plan_kick_off(300);

\ir _head.sql
\if :{?from}
\else
  \set from ''
\endif
\if :{?until}
\else
  \set until ''
\endif
begin;
\if :{?end}
  select utc_minute(starts_at) as "from", utc_minute(ends_at) as until, people, added_by as by, 'ended' as state
  from end_kick_offs() where :'end' = '1';
\else
  \if :{?people}
    select utc_minute(starts_at) as "from", utc_minute(ends_at) as until, people, added_by as by,
      case when starts_at > now() then 'planned' else 'under way' end as state
    from plan_kick_off(:'people', :'from', :'until', :'actor');
  \else
    select utc_minute(starts_at) as "from", utc_minute(ends_at) as until, people, added_by as by,
      case when starts_at > now() then 'planned' else 'under way' end as state
    from kick_offs
    where ends_at > now()
    order by starts_at;
  \endif
\endif
\ir _end.sql
