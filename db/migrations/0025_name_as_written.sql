-- A name that is acknowledged is written.

create or replace function update_own_name(member_id text, new_name text) returns setof members
language plpgsql as $$
begin
  update profiles set full_name = new_name where id = member_id and approval_status = 'approved';
  -- Whoever was let in again since then would be told of a name that was never written.
  if found then
    return query select m.* from members m where m.id = member_id;
  end if;
end
$$;
