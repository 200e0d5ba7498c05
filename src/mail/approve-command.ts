/** Nothing in it ends or turns a line: what is read is what is run. */
const PLAIN = /^[^\p{Cc}\p{Cf}\p{Z}]+$/u

/** The command that approves these people, for any shell; null when an address has characters that cannot be seen. */
export function approveCommand(emails: readonly string[]): string | null {
  if (emails.length === 0 || !emails.every((email) => PLAIN.test(email))) return null
  // After a lone -- nothing is taken for an option; npm keeps the first one to itself.
  return ['npm run admin -- approve --', ...emails.map(quoted)].join(' ')
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
