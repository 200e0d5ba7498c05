-- Whoever could come in only after a deadline isn't reminded of it.

create or replace function send_group_reminders_for_admin(
  session_hash text, p_event text, p_day date, start_ms bigint, for_company boolean, for_groups text[]
) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  broadcast_name constant text := format('due/%s/%s manual', p_event, to_char(p_day, 'YYYY-MM-DD'));
  amount int;
begin
  if session_admin_email(session_hash) is null then
    return null;
  end if;
  insert into broadcasts (name) values (broadcast_name) on conflict do nothing;
  if not found then
    return null;
  end if;
  insert into manual_reminders (event, day, broadcast) values (p_event, p_day, broadcast_name);
  insert into outbox (kind, dedupe_key, payload, user_id, next_attempt_at, expires_at)
  select 'broadcast', broadcast_name || ' ' || m.id,
    jsonb_build_object('userId', m.id, 'topic', 'deadlines', 'item', p_event, 'at', start_ms),
    m.id, now() + interval '1 minute', now() + interval '1 day'
  from deadline_assignees m
  join profiles p on p.id = m.id and 'deadlines' = any (p.email_preferences)
  join members since on since.id = m.id and since.member_since <= start_ms
  where (for_groups is null or exists (select from member_groups g where g.user_id = m.id and g.group_name = any (for_groups)))
    and m.id not in (
      select d.user_id from effective_deadline_completions d
      where d.event = p_event and d.day = p_day and (d.source <> 'company' or for_company))
  on conflict (dedupe_key) do nothing;
  get diagnostics amount = row_count;
  delete from broadcasts
  where amount = 0 and name = broadcast_name and not exists (
    select from outbox o where starts_with(o.dedupe_key, broadcast_name || ' '));
  return amount;
end
$$;
