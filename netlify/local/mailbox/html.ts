/** HTML whose values are escaped as they are put in; only the result of another `html` goes in as it is. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const text = parts.map((part, index) => part + render(values[index] ?? ''))
  return new Html(text.join(''))
}

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function render(value: HtmlValue): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return escapeHtml(value)
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${String(letter.charCodeAt(0))};`)
}

type HtmlValue = string | Html | Html[]
