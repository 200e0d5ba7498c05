/**
 * The letter of a shortcut on any keyboard: what the key writes or, where that isn't a Latin letter, what is printed on it on an
 * English keyboard. So 'л' is k on a Russian one, and on Dvorak only the key that writes k is.
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isOtherScript = /^[\p{L}\p{M}]/u.test(key) && !/^\p{Script=Latin}/u.test(key)
  return (isOtherScript ? code.replace(/^Key/, '') : key).toLowerCase()
}
