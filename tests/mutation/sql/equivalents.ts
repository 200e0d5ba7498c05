/** Mutants that no test can notice, by their names, each with why. `npm run mutate:sql` fails when one is not there any more. */
export const equivalents: Record<string, string> = {
  'decide_by_link: l.token_hash = given_token_hash [for no key update of u → ]; perform':
    'Profile and link are held as well; the member comes first so that nobody waits in a circle.',
  'decide_by_link: for no key update of u; [perform lock_profiles(array[member.id]) → null]; perform from':
    'Member and link are held as well; the profile comes second so that nobody waits in a circle.',
  'decide_by_link: > now() and l.used_at is null [for update → ]; if not found then':
    'Whoever comes here holds the member already, and reads the link only then.',
  'take_attempt: least(seen.attempts - allowed, [20 → 21]))) end; end if;':
    'Two to the twentieth of a second are twelve days: the longest pause ends sooner.',
  'confirm_email: now() end) where id = member_id and [(email_confirmed_at is null or (is_proven and password_prov… → (true)]; return case when':
    'Each value is kept where there is one: the condition saves a write that changes nothing.',
  'confirm_email: and (email_confirmed_at is null or ([is_proven → true] and password_proven_at is':
    'Without the proof nothing is written that was not there: the condition saves a write that changes nothing.',
  'confirm_email: is null or (is_proven and [password_proven_at is null → true])); return case when':
    'When it was proven is kept: the condition saves a write that changes nothing.',
  "sweep_rows: select o.id from outbox o where [o.created_at <= now() - interval '90 days' → true] and (o.sent_at <=":
    'Nothing is told or given up before it is written: the condition is there for the index.',
  "sweep_rows: o where o.created_at <= now() - [interval '90 days' → (interval '90 days' * 0.5)] and (o.sent_at <=":
    'Nothing is told or given up before it is written: the condition is there for the index.',
  "sweep_rows: now() - unconfirmed_lifetime and [p.approval_status = 'pending' → true] and not is_decided(u.id)":
    'Whoever does not wait has been decided about, which is asked as well, and remove_sign_up asks both once more.',
}
