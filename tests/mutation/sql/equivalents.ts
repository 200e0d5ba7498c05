/** Mutants that no test can notice, by their names, each with why. `npm run mutate:sql` fails when one is not there any more. */
export const equivalents: Record<string, string> = {
  'decide_by_link: l.token_hash = given_token_hash [for no key update of u → ]; perform':
    'Profile and link are held as well; the member comes first so that nobody waits in a circle.',
  'decide_by_link: for no key update of u; [perform lock_profiles(array[member.id]) → null]; perform from':
    'Member and link are held as well; the profile comes second so that nobody waits in a circle.',
  'decide_by_link: > now() and l.used_at is null [for update → ]; if not found then':
    'Whoever comes here holds the member already, and reads the link only then.',
}
