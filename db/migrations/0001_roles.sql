-- Three roles without login: each login is a member of one of them (docs/deploy.md). Only people log in as the schema's owner, to
-- migrate. Each file grants what it creates; db/schema.txt lists all rights.
--
--   lanai_edge   the gate: sessions and the view members
--   lanai_app    actions and scheduled functions: everything but changing the history; it approves and denies only through the
--                functions of /people, which check the session that it passes
--   lanai_admin  administrators: inviting, deciding, reading, ending sessions, retrying messages; no password hashes, no tokens
--
-- Never edit a released file: add a new one.

do $$
declare
  role_name text;
begin
  foreach role_name in array array['lanai_edge', 'lanai_app', 'lanai_admin'] loop
    begin
      -- Roles belong to the server: another database's migration may create them concurrently.
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I nologin', role_name);
      end if;
    exception
      when duplicate_object or unique_violation then null;
    end;

    -- Lets an owner without superuser rights SET ROLE to them, which `npm start` on an external database does.
    begin
      if current_setting('server_version_num')::int < 160000 then
        -- Up to version 15 a member may always SET ROLE.
        execute format('grant %I to current_user', role_name);
      elsif not pg_has_role(current_user, role_name, 'SET') then
        execute format('grant %I to current_user with inherit false, set true', role_name);
      end if;
    exception
      when insufficient_privilege or unique_violation then null;
    end;
  end loop;
end
$$;

-- No role can use a table or a function that isn't granted to it by name, now or in a later migration.
revoke all on schema public from public;
grant usage on schema public to lanai_edge, lanai_app, lanai_admin;

revoke all on all routines in schema public from public;
alter default privileges revoke execute on functions from public;

-- db/migrator.ts makes this table.
comment on table schema_migrations is 'Applied migrations.';
comment on column schema_migrations.checksum is 'Hex SHA-256 of the file, to refuse applied files that were edited.';
grant select on schema_migrations to lanai_admin;
