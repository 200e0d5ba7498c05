/** Percent-decodes; returns the text as it is where its encoding is wrong. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Base64 or base64url; '' for anything else. `Buffer` isn't in browsers. */
export function decodeBase64(code: string): string {
  try {
    const bytes = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return ''
  }
}
