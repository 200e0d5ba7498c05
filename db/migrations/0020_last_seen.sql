-- The gate notes, now and then, that a session is used; to know when it did so last it must see that.

grant select (last_seen_at) on sessions to lanai_edge;
