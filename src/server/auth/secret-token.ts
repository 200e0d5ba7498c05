/** 256 random bits in base64url: what stands in the links of mails, and in the device cookie. */
const TOKEN = /^[\w-]{43}$/

/** Whether it can be a token at all. Anything else is not worth a query, let alone a hash. */
export function isSecretToken(text: string): boolean {
  return TOKEN.test(text)
}
