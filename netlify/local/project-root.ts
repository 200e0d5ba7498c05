import { resolve } from 'node:path'

/** The folder of package.json. Commands work from wherever they are called. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../..')
