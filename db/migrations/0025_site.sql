-- The site that a database serves: its links are in the emails, and its pictures belong to the members. Another site on the same
-- database, or on a restored copy of it, sends nothing.

create table site (
  is_only boolean primary key default true check (is_only),
  url text not null,
  database_id text not null,
  claimed_at timestamptz not null default now()
);

comment on table site is 'The one site that this database serves. Empty until a site first asks.';
comment on column site.url is 'The origin of its SITE_URL.';
comment on column site.database_id is 'The database in which this was written. A dump keeps it, so a restored copy has another''s.';
comment on column site.claimed_at is 'When the site first asked, or moved to this URL.';

-- Copies that a server makes of its own files have the same: a branch at Neon, a copied data folder.
create function current_database_id() returns text
language sql stable as $$
  select system_identifier || '/' || oid from pg_control_system(), pg_database where datname = current_database()
$$;

-- A server that doesn't let its owners ask says so here, and not when the first email should leave.
select current_database_id();

create function find_site_conflict(site_url text) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when database_id <> current_database_id() then jsonb_build_object('code', 'copy', 'url', url)
    when url <> site_url then jsonb_build_object('code', 'other_site', 'url', url)
  end
  from site
$$;

comment on function find_site_conflict is 'Why a site may not send email from this database, and whose it is. Null if it may.';

create function claim_site(site_url text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into site (url, database_id) values (site_url, current_database_id()) on conflict do nothing;
  return find_site_conflict(site_url) is null;
end
$$;

comment on function claim_site is
  'Whether the site may send email from this database. The first one to ask makes it its own. Code of 1.0 doesn''t ask.';

create function move_site(new_url text) returns table (url text, moved_from text)
language sql security definer set search_path = public, pg_temp as $$
  with former as (
    select site.url from site
  )
  insert into site as s (url, database_id) values (new_url, current_database_id())
  on conflict (is_only) do update set url = excluded.url, claimed_at = now() where s.url <> excluded.url
  returning s.url, (select former.url from former)
$$;

comment on function move_site is 'Makes this the URL of the database''s site. A restored copy needs reconcile_after_restore as well.';

create or replace function reconcile_after_restore(older_than interval default '1 hour')
returns table (kind text, failed bigint, retrying bigint)
language sql security definer set search_path = public, pg_temp as $$
  update site set database_id = current_database_id();
  insert into restores default values on conflict do nothing;
  with settled as (
    update outbox o
    set dead_at = case when is_old then now() end,
      payload = case when is_old then o.payload - 'token' else o.payload end,
      last_error = case when is_old then 'restored' else o.last_error end,
      -- A second attempt first asks the provider whether it has the message.
      attempts = greatest(o.attempts, 1),
      locked_until = null
    from (
      select w.id, w.created_at <= now() - older_than as is_old
      from outbox w
      where w.sent_at is null and w.dead_at is null and w.next_attempt_at <= now()
      for update
    ) waiting
    where o.id = waiting.id
    returning o.kind, is_old
  )
  select s.kind, count(*) filter (where is_old), count(*) filter (where not is_old)
  from settled s
  group by s.kind
  order by s.kind
$$;

grant select on site to lanai_admin;
grant execute on function find_site_conflict to lanai_edge, lanai_app, lanai_admin;
grant execute on function claim_site to lanai_app;
grant execute on function move_site to lanai_admin;
