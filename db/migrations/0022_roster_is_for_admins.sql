-- Reading a roster's file is the administrators', in its new functions too.

revoke execute on function read_utf8(bytea), lines_of(bytea) from lanai_app;
grant execute on function read_utf8(bytea), lines_of(bytea) to lanai_admin;
