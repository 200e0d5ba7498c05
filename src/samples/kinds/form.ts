/** A sample form: fills in what its address brings along, as the real ones do, and thanks without sending. */
class SampleForm extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector('form')
    const done = this.querySelector<HTMLElement>('[data-done]')
    if (!form || !done) return
    fillIn(form, new URLSearchParams(location.search))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      show(done, form)
      done.focus()
    })
    done.querySelector('[data-again]')?.addEventListener('click', () => {
      form.reset()
      show(form, done)
    })
  }
}

export function startSampleForms(): void {
  customElements.define('sample-form', SampleForm)
}

/** Fields go by their label. A choice takes only what it offers. */
function fillIn(form: HTMLFormElement, answers: URLSearchParams): void {
  for (const [name, value] of answers) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type !== 'checkbox') field.value = value
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) field.value = value
  }
}

function show(shown: HTMLElement, instead: HTMLElement): void {
  shown.hidden = false
  instead.hidden = true
}
