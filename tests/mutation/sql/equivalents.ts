/** Mutants that no test can notice, by their names, each with why. `npm run mutate:sql` fails when one is not there any more. */
export const equivalents: Record<string, string> = {
  'decide_by_link: l.token_hash = given_token_hash [for no key update of u → ]; perform':
    'Profile and link are held as well; the member comes first so that nobody waits in a circle.',
  'decide_by_link: for no key update of u; [perform lock_profiles(array[member.id]) → null]; perform from':
    'Member and link are held as well; the profile comes second so that nobody waits in a circle.',
  'decide_by_link: > now() and l.used_at is null [for update → ]; if not found then':
    'Whoever comes here holds the member already, and reads the link only then.',
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
}
