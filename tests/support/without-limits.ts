/** How often somebody may try is another test's matter: SQL that lets everybody try at all times. */
export const withoutLimits = `
  create or replace function take_attempt(limit_key text, allowed int, remembered interval, longest_pause interval default null)
  returns interval language sql as 'select null::interval'`
