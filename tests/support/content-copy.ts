import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Embed, Shape } from '#src/embeds/embed.ts'
import { packs } from '#src/packs.ts'
import type { Pack } from '#src/schemas/files.ts'
import { PROGRAMME } from './project-copy.ts'

/** A pack with one document. */
const handbook: Pack = {
  path: '/handbook/',
  documents: [ownDocument('/handbook/rules')],
  integration: { name: 'handbook', hooks: {} },
}

/** Before each test, a repository with only the content and the site's own pages. */
export function useContentCopy() {
  const copy = {
    root: '',
    packs: [handbook, ...packs],
    read: (path: string) => readFileSync(join(copy.root, path), 'utf8'),
    write: (path: string, text: string | Buffer) => {
      mkdirSync(dirname(join(copy.root, path)), { recursive: true })
      writeFileSync(join(copy.root, path), text)
    },
  }
  beforeEach(() => {
    copy.root = mkdtempSync(join(tmpdir(), 'lanai-content-'))
    for (const name of ['index', 'auth', '404', 'video-playlist', 'people', '_edit'])
      copy.write(`src/pages/${name}.astro`, '')
    cpSync(PROGRAMME, join(copy.root, 'src/content'), { recursive: true })
  })
  afterEach(() => rmSync(copy.root, { recursive: true, force: true }))
  return copy
}

/** A document that a pack adds to the site. */
export function ownDocument(path: string, shape: Shape = 'document'): Embed {
  return {
    provider: 'own',
    framing: 'allowed',
    src: path,
    href: path,
    shape,
    sandbox: null,
    allow: '',
    subscribeUrl: null,
  }
}
