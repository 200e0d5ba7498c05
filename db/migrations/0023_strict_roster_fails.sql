-- A script that imports strictly fails when nobody was added, after it has named the lines.

create procedure refuse_bad_roster(file bytea, strict boolean)
language plpgsql as $$
begin
  if strict and exists (select from import_roster(file, true) where problem is not null) then
    raise exception 'Some lines cannot be used, and strict is set: nobody was added' using errcode = 'data_exception';
  end if;
end
$$;

comment on procedure refuse_bad_roster is
  'Fails when a strict import has refused the file. To be called after import_roster: then it adds nobody either.';

revoke execute on procedure refuse_bad_roster(bytea, boolean) from public, lanai_app;
grant execute on procedure refuse_bad_roster(bytea, boolean) to lanai_admin;
