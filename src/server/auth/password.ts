/**
 * The one form of a password that is hashed and verified: NFKC, so that an é typed as one character on one
 * keyboard and as two on another is the same password (NIST SP 800-63B). Nothing is trimmed or cut.
 */
export function normalizePassword(typed: string): string {
  return typed.normalize('NFKC')
}
