/** A field that nobody sees, hears or reaches with a key: whoever fills it in is a program. */
export function Honeypot() {
  return (
    <div className="sr-only" aria-hidden>
      <input name="website" type="text" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
    </div>
  )
}
