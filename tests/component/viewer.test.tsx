import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useViewer, ViewerProvider } from '#src/islands/viewer.tsx'
import { VIEWER_ELEMENT_ID } from '#src/shared/viewer.ts'

afterEach(() => vi.unstubAllGlobals())

test('an island reads the member whom the gate wrote into the page', () => {
  pageWith({ [VIEWER_ELEMENT_ID]: '{"email":"kai@reef.example","fullName":"ʻŌhiʻa","avatarUrl":null}' })
  expect(
    renderToStaticMarkup(
      <ViewerProvider>
        <Name />
      </ViewerProvider>,
    ),
  ).toBe('ʻŌhiʻa')
})

test('asking for the member outside of the provider is a mistake that shows', () => {
  expect(() => renderToStaticMarkup(<Name />)).toThrow('ViewerProvider')
})

test('a page of no member has none to give', () => {
  pageWith({})
  expect(() => renderToStaticMarkup(<ViewerProvider>any</ViewerProvider>)).toThrow('carries no viewer')
})

function Name() {
  return useViewer().fullName
}

function pageWith(blocks: Record<string, string>) {
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id in blocks ? { textContent: blocks[id] } : null),
  })
}
