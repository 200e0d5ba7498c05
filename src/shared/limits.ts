/** Numbers of the product that more than one side must agree on. Each has its unit in its name. */

/** The longest address that mail can be sent to (RFC 5321, section 4.5.3.1). */
export const EMAIL_MAX_CHARACTERS = 254

/** docs/product.md, Field rules. Counted in Unicode code points. */
export const PASSWORD_MIN_CODE_POINTS = 6

/** An upper bound on what is fed to the password hash; long enough for any passphrase (ASVS 6.2.9). */
export const PASSWORD_MAX_CODE_POINTS = 256

/** As people and the database count: without the `u` flag a character beyond the basic plane would count twice. */
export function codePoints(text: string): number {
  return text.match(/./gsu)?.length ?? 0
}

/** The longest name. Counted in Unicode code points. */
export const NAME_MAX_CODE_POINTS = 100

/** docs/product.md, Picture: 5 MB. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024

/** The largest body of an action that takes a form. The largest honest one has four of the longest notes. */
export const ACTION_BODY_MAX_BYTES = 64 * 1024
