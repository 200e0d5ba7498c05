import { afterEach, expect, test, vi } from 'vitest'
import { readViewer } from '#src/islands/read-viewer.ts'
import { VIEWER_ELEMENT_ID } from '#src/shared/viewer.ts'

afterEach(() => vi.unstubAllGlobals())

test('a script reads the member whom the gate wrote into the page', () => {
  const viewer = { email: 'kai@reef.example', fullName: 'ʻŌhiʻa', avatarUrl: null }
  pageWith({ [VIEWER_ELEMENT_ID]: JSON.stringify(viewer) })
  expect(readViewer()).toEqual(viewer)
})

test('asking for the member on a page that has none is a mistake that shows', () => {
  pageWith({})
  expect(() => readViewer()).toThrow('carries no viewer')
})

function pageWith(blocks: Record<string, string>) {
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id in blocks ? { textContent: blocks[id] } : null),
  })
}
