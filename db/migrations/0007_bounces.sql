-- Addresses to which Postmark doesn't deliver. It repeats a report for hours, so one may arrive after a newer one, also after the
-- one that ends it.

create table bounces (
  user_id text not null references users on delete cascade,
  stream text not null,
  kind text,
  occurred_at timestamptz not null,
  primary key (user_id, stream)
);

comment on table bounces is
  'Postmark''s type of the latest bounce, complaint or suppression of a member, in each of its streams. It ends with the address.';
comment on column bounces.kind is 'null since Postmark sends again. The row stays, so that an older report changes nothing.';

create function record_bounce(address text, stream text, kind text, occurred_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into bounces
  select u.id, record_bounce.stream, record_bounce.kind, record_bounce.occurred_at
  from users u
  where u.email = address
  on conflict (user_id, stream) do update set kind = excluded.kind, occurred_at = excluded.occurred_at
  where excluded.occurred_at >= bounces.occurred_at
$$;

comment on function record_bounce is
  'Records why email to this address doesn''t arrive; with null as the kind, that Postmark sends to it again.';

grant execute on function record_bounce to lanai_edge;
grant select, delete on bounces to lanai_app;
