/** Tells a password manager whose password a form is about. People do not see it. */
export function ForPasswordManager({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
}
