import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../tools/files-below.ts'

const ROOT = join(import.meta.dirname, '..')
const HELP = `Builds the project twice and names every file in which the two builds differ.

  npm run check:reproducible

Left aside is what each build draws by chance: the secret between the adapter's gate and function, the key of its server
islands, and the names of chunks that hold one of them.

Exit status: 0 the builds are the same, 1 they differ.`

/** What a host is given of a build. */
const OUTPUTS = ['dist', '.netlify/v1']

const DRAWN: [RegExp, string][] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'SECRET'],
  [/"key":"[A-Za-z0-9+/]{43}="/g, '"key":"KEY"'],
  [/_[\w-]{8}\.mjs\b/g, '_HASH.mjs'],
]

function main(args: string[]): 0 | 1 {
  if (args.includes('--help')) {
    console.log(HELP)
    return 0
  }
  const [first, second] = [build('first'), build('second')]
  const names = [...new Set([...first.keys(), ...second.keys()])].sort()
  const different = names.filter((name) => first.get(name) !== second.get(name))
  for (const name of different) console.error(`differs: ${name}`)
  console.log(`${names.length} files, ${different.length} differ`)
  return different.length === 0 ? 0 : 1
}

/** @returns the hash of each file, both without what is drawn by chance. */
function build(which: string): Map<string, string> {
  console.log(`The ${which} build …`)
  const SOURCE_DATE_EPOCH = execFileSync('git', ['log', '-1', '--format=%ct'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim()
  execFileSync('npm', ['run', 'build'], {
    cwd: ROOT,
    env: { ...process.env, SOURCE_DATE_EPOCH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const files = OUTPUTS.flatMap((output) => filesBelow(join(ROOT, output)).map((file) => `${output}/${file}`))
  return new Map(files.map((file) => [withoutDrawn(file), hash(readFileSync(join(ROOT, file)))]))
}

function hash(content: Buffer): string {
  // Latin 1 keeps every byte, of pictures too.
  return createHash('sha256')
    .update(withoutDrawn(content.toString('latin1')))
    .digest('hex')
}

function withoutDrawn(text: string): string {
  return DRAWN.reduce((all, [pattern, name]) => all.replace(pattern, name), text)
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))
