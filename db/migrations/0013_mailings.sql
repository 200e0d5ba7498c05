-- Emails to all members. Each of them chooses the kinds, and can end one with a link.

create table mailings (
  name text primary key,
  planned_at timestamptz not null default now()
);

comment on table mailings is 'Emails to all members that were planned. The key makes sure that each is planned once.';

create view latest_mailings as
  select m.planned_at, m.name, o.state, o.last_error as why, count(o.id) as emails
  from (select * from mailings order by planned_at desc, name limit 20) m
  left join messages o on o.mailing = m.name
  group by 1, 2, 3, 4
  order by 1 desc, 2, 3, 4;

comment on view latest_mailings is 'How many emails were sent, wait, or were skipped and why.';

-- Security definer, because the gate calls it for people without a session.

create function end_mailing(given_token_hash text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  update profiles p set wanted_mail = array_remove(p.wanted_mail, replace(l.purpose, 'end_', ''))
  from links l
  where l.token_hash = given_token_hash and l.purpose like 'end\_%' and l.expires_at > now() and p.id = l.user_id
  returning true
$$;
