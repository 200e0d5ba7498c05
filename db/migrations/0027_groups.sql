-- Groups of members, such as cohorts, mentors and alumni. The content says which there are, and what is only for some of them.

create table member_groups (
  user_id text not null references users on delete cascade,
  group_name text not null check (length(group_name) <= 40 and group_name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  primary key (user_id, group_name)
);

create index member_groups_group_name on member_groups (group_name);

comment on table member_groups is 'Which groups of src/content/groups.yaml a member is in. May name one that the content doesn''t have any more.';

create or replace view members as
  select u.id, u.email, p.full_name, p.avatar_url, p.approval_status,
    u.email_confirmed_at is not null as email_confirmed,
    p.is_editor and not removal.is_pending as is_editor, p.is_admin and not removal.is_pending as is_admin,
    floor(extract(epoch from greatest(
      (select max(e.created_at) from approval_events e where e.user_id = u.id and e.to_status = 'approved'),
      (select i.accepted_at from invitations i where i.user_id = u.id)
    )) * 1000)::float8 as member_since,
    removal.is_pending as is_being_removed,
    array(select g.group_name from member_groups g where g.user_id = u.id order by g.group_name) as groups
  from users u
  join profiles p on p.id = u.id
  cross join lateral (
    select exists (
      select from account_deletions d where d.user_id = u.id and d.cancelled_at is null and d.requested_by is not null
    ) as is_pending
  ) removal;

comment on column members.groups is 'The names of their groups, which decide what they get of the content.';

grant select on member_groups to lanai_app, lanai_admin;
