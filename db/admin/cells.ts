/** 2026-01-31 08:05 UTC; nothing for null. */
export function minute(at: Date | null): string {
  return at ? `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''
}

export function yesNo(is: boolean): string {
  return is ? 'yes' : 'no'
}

/** `1 member`, `2 members`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}
