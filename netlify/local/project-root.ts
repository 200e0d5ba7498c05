import { resolve } from 'node:path'

/** The folder of package.json, so that commands work in any current directory. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../..')
