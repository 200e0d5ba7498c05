import { ActionError } from 'astro:actions'

/** What is wrong with which field, in the form in which the browser's side of Astro knows it (`isInputError`). */
export class InputError extends ActionError {
  override readonly type = 'AstroActionInputError'
  readonly issues: Issue[]
  readonly fields: Record<string, string[]>

  constructor(issues: readonly Issue[]) {
    super({ code: 'BAD_REQUEST' })
    // What was typed stays here: an issue may hold it.
    this.issues = issues.map(({ path, message }) => ({ path, message }))
    this.fields = {}
    for (const { path, message } of issues) {
      if (path.length > 0) (this.fields[String(path[0])] ??= []).push(message)
    }
  }
}

interface Issue {
  path: PropertyKey[]
  message: string
}
