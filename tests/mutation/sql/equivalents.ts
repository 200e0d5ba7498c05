/** Mutants that no test can notice, by their names, each with why. `npm run mutate:sql` fails when one is not there any more. */
export const equivalents: Record<string, string> = {
  'decide_by_link: l.token_hash = given_token_hash [for no key update of u → ]; perform':
    'Profile and link are held as well; the member comes first so that nobody waits in a circle.',
  'decide_by_link: for no key update of u; [perform lock_profiles(array[member.id]) → null]; perform from':
    'Member and link are held as well; the profile comes second so that nobody waits in a circle.',
  'decide_by_link: > now() and l.used_at is null [for update → ]; if not found then':
    'Whoever comes here holds the member already, and reads the link only then.',
  'users_confirmed_give_back_sign_up: ON public.users FOR EACH ROW WHEN (([(old.email_confirmed_at IS NULL) → (true)] AND (new.email_confirmed_at':
    'What is given back is given back once: the sign-up no longer says as what it was counted.',
  'users_confirmed_give_back_sign_up: (((old.email_confirmed_at IS NULL) AND [(new.email_confirmed_at IS NOT NULL) → (true)])) EXECUTE FUNCTION':
    'Nobody takes the word of an address back, and what stays unconfirmed is never written again.',
  'users_proven_from_roster: IS NOT NULL) AND [(new.password_proven_at IS NOT NULL) → (true)] AND ((old.email_confirmed_at':
    'Whom the roster lets in has proven both, which is asked again there; this only saves the question.',
  'users_proven_from_roster: IS NOT NULL) AND [((old.email_confirmed_at IS NULL) OR (old.password_proven_a… → (true)])) EXECUTE FUNCTION':
    'Whom the roster lets in waits, which is asked again there; this only saves the question.',
  'users_proven_from_roster: ON public.users FOR EACH ROW WHEN (([(new.email_confirmed_at IS NOT NULL) → (true)] AND (new.password_proven_at':
    'Whom the roster lets in has proven both, which is asked again there; this only saves the question.',
  'change_email: token_hash = given_token_hash and [ended_at is null → true] and expires_at > now(); if':
    'The same is asked again once the members are held.',
  "decide_membership: record; outer_actor constant text := [coalesce(current_setting('lanai.actor', true), '') → current_setting('lanai.actor', true)]; outer_reason constant":
    'Of a setting that nobody has made null is put back, which set_config takes for nothing.',
  "decide_membership: ''); outer_reason constant text := [coalesce(current_setting('lanai.reason', true), '') → current_setting('lanai.reason', true)]; begin select u.id,":
    'Of a setting that nobody has made null is put back, which set_config takes for nothing.',
  'retry_outbox: m)) order by o.created_at[ →  desc ], o.id for update ),':
    'Whoever retries takes the rows in one order, whichever that is; what is told of them is put in order below.',
  'lock_profiles: p.id = any (member_ids) order by p.id [ →  desc ]for update; end $function$':
    'Whoever takes several profiles takes them here: any one order will do.',
  'approve_from_roster: is null order by p.id [ →  desc ]for update of p, r loop':
    'Whoever lets in several holds their profiles already, and rows of the roster that nobody else sees yet.',
  "approve_from_roster: where p.id = any (member_ids) and [p.approval_status = 'pending' → true] and not is_decided(p.id)":
    'Whoever was decided about has spent the row of their address: the decision stands by any of the three conditions.',
  "approve_from_roster: and p.approval_status = 'pending' and [not is_decided(p.id) → true] and":
    'Whoever was decided about has spent the row of their address: the decision stands by any of the three conditions.',
  'approve_from_roster: r on r.email = u.email where [p.id = any (member_ids) → true] and p.approval_status =':
    'Whoever else meets all conditions was let in when they met the last of them.',
  'approve_from_roster: from profiles p join users u on [u.id = p.id → true] join roster r on r.email':
    'Whoever else meets all conditions was let in when they met the last of them.',
  'approve_who_was_added: u.id) from users u join added a on [a.email = u.email → true]; perform':
    'Whoever else was decided about spent the row when that came about.',
  'approve_who_was_added: u.id from users u join added a on [a.email = u.email → true])); return null; end':
    'Whoever else is on the roster and proven was let in when that came about; approve_from_roster asks for both itself.',
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
