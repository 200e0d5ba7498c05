-- Pages say that the member's account is to be deleted.

create or replace view members as
  select u.id, u.email, p.full_name, p.avatar_url, p.approval_status,
    u.email_confirmed_at is not null as email_confirmed,
    p.is_editor and not removal.is_pending as is_editor, p.is_admin and not removal.is_pending as is_admin,
    floor(extract(epoch from greatest(
      (select max(e.created_at) from approval_events e where e.user_id = u.id and e.to_status = 'approved'),
      (select i.accepted_at from invitations i where i.user_id = u.id)
    )) * 1000)::float8 as member_since,
    removal.is_pending as is_being_removed,
    array(select g.group_name from member_groups g where g.user_id = u.id order by g.group_name) as groups,
    exists (
      select from account_deletions d where d.user_id = u.id and d.cancelled_at is null
    ) as has_pending_deletion
  from users u
  join profiles p on p.id = u.id
  cross join lateral (
    select exists (
      select from account_deletions d where d.user_id = u.id and d.cancelled_at is null and d.requested_by is not null
    ) as is_pending
  ) removal;

comment on column members.has_pending_deletion is 'Whether the account is to be deleted, whoever asked for it.';
