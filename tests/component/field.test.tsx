import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field, Problems } from '#src/islands/ui/Field.tsx'

test("a field's message is read out with it and marks it invalid", () => {
  const html = renderToStaticMarkup(
    <Problems value={{ email: ['Please enter a valid email address'] }}>
      <Field name="email" label="Email" />
    </Problems>,
  )
  const [, noteId] = /aria-describedby="([^"]+)"/.exec(html) ?? []
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain(`<p id="${String(noteId)}"`)
  expect(html).toContain('Please enter a valid email address</p>')
})

test('a hint describes a field without marking it invalid', () => {
  const html = renderToStaticMarkup(<Field name="password" label="Password" hint="At least 6 characters" />)
  expect(html).toContain('aria-describedby')
  expect(html).not.toContain('aria-invalid')
})

test('a field without a note points to none', () => {
  expect(renderToStaticMarkup(<Field name="email" label="Email" />)).not.toContain('aria-describedby')
})

test('a label belongs to its input', () => {
  const html = renderToStaticMarkup(<Field name="email" label="Email" />)
  const [, labelled] = /<label for="([^"]+)"/.exec(html) ?? []
  expect(html).toContain(`id="${String(labelled)}"`)
})
