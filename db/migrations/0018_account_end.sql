-- An account ends by a function of the owner's: it writes the end into the record of decisions and forgets reasons there,
-- which the application's role may not.

alter function delete_account(text) security definer set search_path = public, pg_temp;
