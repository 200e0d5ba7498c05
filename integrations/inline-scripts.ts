import { readFileSync } from 'node:fs'
import type { AstroIntegration } from 'astro'

const INLINE = /\/src\/islands\/.+\.js\?raw$/

/** Scripts that stand in the page as they are leave their comments and indentation here. */
export function inlineScripts(): AstroIntegration {
  return {
    name: 'lanai-inline-scripts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const load = (id: string) =>
          INLINE.test(id)
            ? `export default ${JSON.stringify(compact(readFileSync(id.slice(0, -4), 'utf8')))}`
            : null
        updateConfig({ vite: { plugins: [{ name: 'lanai-inline-scripts', enforce: 'pre', load }] } })
      },
    },
  }
}

/** A comment has its line for itself in these files. */
function compact(script: string): string {
  return script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('//'))
    .join('\n')
}
