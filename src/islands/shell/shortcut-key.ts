/**
 * What the key types or, where that is a letter of another script, the letter in its place on an English keyboard: 'л' of a
 * Russian one is k. On Dvorak, only the key that types k is k.
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isOtherScript = /^[\p{L}\p{M}]/u.test(key) && !/^\p{Script=Latin}/u.test(key)
  return (isOtherScript ? code.replace(/^Key/, '') : key).toLowerCase()
}
