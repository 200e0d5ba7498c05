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
  'delete_account: = null where user_id = member_id and [reason is not null → true]; delete from roster where':
    'A reason that is not there is forgotten without a trace.',
  'end_kick_offs: kick_offs set ends_at = now() where [starts_at < now() → true] and ends_at > now()':
    'What begins later is deleted by the same statement, and so is not there to be ended.',
  "export_account: 'profiles'::regclass) and [cardinality(c.conkey) = 1 → true] and c.conrelid <>":
    'Nothing refers to users or profiles by more than one column, nor could it: their keys have one.',
  "export_account: 'profiles'::regclass order by 1 [ →  desc ]loop execute": 'What comes of it has no order.',
  'give_back_sign_up: = null where user_id = new.id and [counted_as is not null → true]; return null; end':
    'What is null becomes null.',
  'hold_roster_addresses: foreach email in array array(select [distinct → ] e from unnest(emails) e':
    'Who holds a lock already holds it.',
  'hold_roster_addresses: e from unnest(emails) e order by e[ →  desc ]) loop perform':
    'Any order does that is the same for all.',
  "import_roster: then 'added and approved' when [r.spent_at is not null → true] and m.approval_status =":
    'Whoever is approved was decided about, and has spent the row that was just added.',
  "import_roster: and m.approval_status = 'approved' [limit 1 → ] ) now_approved on true":
    'The roster lets nobody in a second time.',
  "list_approved: e where e.user_id = m.id and [e.to_status = 'approved' → true] order by e.id desc":
    'The latest decision about whoever is approved is the one that let them in.',
  'list_approved: - 1) * list_approved.per_page ) m [left → ] join lateral ( select':
    'Nobody is approved without a decision: triggers record each.',
  'nearest_address: k join typed t on t.box = k.box and [abs(length(t.host) - length(k.host)) <= 2 → true] union all select':
    'Whose length differs by more has more slips than count; it saves counting them.',
  'nearest_address: k join typed t on t.host = k.host and [abs(length(t.box) - length(k.box)) <= 2 → true] and (left(t.box, 1) =':
    'Whose length differs by more has more slips than count; it saves counting them.',
  'nearest_address: - length(k.host)) <= [2 → 3] union all select':
    'Whose length differs by more has more slips than count; it saves counting them.',
  'nearest_address: abs(length(t.box) - length(k.box)) <= [2 → 3] and (left(t.box, 1) =':
    'Whose length differs by more has more slips than count; it saves counting them.',
  'nearest_address: c.slips <= 2 order by c.slips, c.email [limit 1 → ] $function$':
    'A function of one value returns its first row.',
  'spend_roster_with_decision: u.id) from users u where [u.id = new.user_id → true]; return null; end':
    'Whoever else was decided about has spent their row already: nothing is left to spend.',
  'undo_decisions: = member.id order by e.id desc [limit 1 → ]; email := member.email;':
    '`select into` takes the first row.',
  "undo_decisions: perform set_config('lanai.undoes', '', [true → false]); end if; return":
    'Nothing else sets it: the session is left with the empty word either way.',
  'change_email: u where u.email = link.new_email and [u.id <> member.id → true]; update users set email =':
    'What is removed here is a sign-up that waits, which a member is not: remove_sign_up asks.',
  'change_email: where token_hash = given_token_hash; [perform end_email_changes(member.id) → null]; -- What was mailed to the':
    'A member has one open link at most: whoever asks for another ends it.',
  "request_email_change: (u.email_confirmed_at is not null or [p.approval_status <> 'pending' → false] or is_decided(u.id)) )":
    'Whoever does not wait has been decided about, which is asked as well.',
  "remove_sign_up: = u.id where u.id = member_id and [p.approval_status = 'pending' → true] and (even_confirmed or":
    'Whoever does not wait has been decided about, which is asked as well.',
  "confirmed_and_undecided: profiles p on p.id = u.id where [p.approval_status = 'pending' → true] and u.email_confirmed_at is":
    'Whoever does not wait has been decided about, which is asked as well.',
  "takes_first_password: and u.password_proven_at is null and [p.approval_status = 'pending' → true] and not is_decided(u.id) )":
    'Whoever does not wait has been decided about, which is asked as well.',
  'takes_first_password: from users u join profiles p on [p.id = u.id → true] where u.id = member_id':
    'Whoever does not wait has been decided about, which is asked as well.',
  "needs_password: and u.password_proven_at is null and [p.approval_status = 'pending' → true] and r.spent_at is null )":
    'Whoever does not wait has spent the row of the roster, which is asked as well.',
  'needs_password: from users u join profiles p on [p.id = u.id → true] join roster r on r.email':
    'Whoever does not wait has spent the row of the roster, which is asked as well.',
  'sweep_rows: l where l.forgotten_at <= now() and [l.blocked_until <= now() → true] limit at_most for update':
    'No limit is blocked for longer than it is remembered.',
  'portal_stats: text, value text) LANGUAGE sql STABLE[ SECURITY DEFINER → ] SET search_path TO':
    'The role of administrators may read every column that it counts.',
  "addresses_in: ', [nullif(one, '') → one], several), E' \\t\\r\\n,;'),":
    'What is trimmed has no blank at its beginning.',
  "import_roster: declare outer_actor constant text := [coalesce(current_setting('lanai.actor', true), '') → current_setting('lanai.actor', true)]; judged jsonb; added":
    'Of a setting that nobody has made null is put back, which set_config takes for nothing.',
  "plan_kick_off: outer_actor constant text := [coalesce(current_setting('lanai.actor', true), '') → current_setting('lanai.actor', true)]; begin if ends_at <= now()":
    'Of a setting that nobody has made null is put back, which set_config takes for nothing.',
  "export_account: and a.attnum = c.conkey[1] where [c.contype = 'f' → true] and c.confrelid in":
    'Only foreign keys refer to another table.',
  'note_whom_it_concerns: RETURNS trigger LANGUAGE plpgsql [ SECURITY DEFINER → ] SET search_path TO':
    'Whoever may write to the outbox may read accounts, or writes by a function that may.',
  'outbox_dead_rows_hold_no_token: (((dead_at IS NULL) OR [(payload IS NULL) → (false)] OR (NOT (payload ?':
    'Of nothing it cannot be said whether it holds a token, and what cannot be said a check takes.',
}
