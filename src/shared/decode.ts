/** Without percent signs, where it can be. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Text in base64, in either alphabet; '' if it isn't. Not by `Buffer`, which browsers don't have. */
export function decodeBase64(code: string): string {
  try {
    const bytes = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return ''
  }
}
