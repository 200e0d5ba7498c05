import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A new folder, removed after the tests of this file or `describe`. */
export function useFolder(prefix = 'lanai-'): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
