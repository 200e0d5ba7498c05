import { getViteConfig } from 'astro/config'
import { createServer } from 'vite'
import { expect, test } from 'vitest'
import { PROJECT } from '../support/project-copy.ts'

test('scripts of the editor run in development, on a page without the islands’ preamble', async () => {
  const inDevelopment = { mode: 'development', command: 'serve' } as const
  const config = await getViteConfig(
    { server: { middlewareMode: true, watch: null } },
    { root: PROJECT },
  )(inDevelopment)
  const server = await createServer({ ...config, configFile: false })
  const script = await server.environments.client.transformRequest('/src/edit/PagePreview.tsx')
  await server.close()
  expect(script?.code).toContain('PagePreview')
  expect(script?.code).not.toContain('preamble')
})
