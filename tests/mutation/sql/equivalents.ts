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
}
