/** Without percent signs, where it can be. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
