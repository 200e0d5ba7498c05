import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const text = readFileSync(join(process.cwd(), 'src/samples/samples.yaml'), 'utf8')
