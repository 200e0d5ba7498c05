/**
 * What a form tool has sent, as JSON would have it: JSON whatever it is called, urlencoded and multipart fields, also with JSON in
 * a field. Files of a form are left out. undefined for everything else, null for an empty body.
 */
export async function decodeSubmission(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<unknown> {
  if (/^multipart\/form-data\b/i.test(contentType)) {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } })
      .formData()
      .catch(() => null)
    return form ? fieldsOf(form) : undefined
  }
  const text = new TextDecoder().decode(bytes).trim()
  if (text === '') return null
  const json = parseJson(text)
  if (json !== text) return json
  const isForm =
    /^application\/x-www-form-urlencoded\b/i.test(contentType) || /^[\w.[\]-]+=[^\s]*$/.test(text)
  return isForm ? fieldsOf(new URLSearchParams(text)) : undefined
}

function fieldsOf(form: FormData | URLSearchParams): unknown[] {
  return [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? nested(name, parseLines(parseJson(value))) : [],
  )
}

/** Formstack's 'value = kai@example.org' and 'field_type = email' of a field, a line each; else the value. */
function parseLines(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const lines = value.trim().split(/[\r\n]+/)
  return lines.every((line) => /^\w+ = /.test(line))
    ? Object.fromEntries(lines.map((line) => line.split(' = ', 2)))
    : value
}

/** 'fields[email][value]' is the value of 'email' of 'fields'. */
function nested(name: string, value: unknown): unknown {
  return name
    .split(/[[\]]+/)
    .filter(Boolean)
    .reduceRight((inner, key) => ({ [key]: inner }), value)
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? parseJson(value) : value))
  } catch {
    return text
  }
}
