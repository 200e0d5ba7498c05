import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const SRC = join(import.meta.dirname, '../../src')

/** Every action as `noun.verb`, read from the sources so that none is forgotten. */
export function everyAction(): string[] {
  return globSync('actions/*.ts', { cwd: SRC }).flatMap((file) => {
    const source = readFileSync(join(SRC, file), 'utf8')
    const noun = basename(file, '.ts')
    const names = [...source.matchAll(/^ {2}(\w+): (?:public|member)Action\('([\w.]+)'/gm)]
    const all = source.match(/\b(?:public|member)Action\('/g)?.length ?? 0
    const isAsNamed = names.every(([, name, endpoint]) => endpoint === `${noun}.${name}`)
    if (names.length !== all || !isAsNamed) {
      throw new Error(`${file} defines actions in a way that this list does not see.`)
    }
    return names.map(([, name]) => `${noun}.${name}`)
  })
}

/** Actions for people without a session: what they may do is what tests of each are about. */
export const publicActions = [
  ...['auth.signUp', 'auth.confirmEmail', 'auth.discardSignUp', 'auth.resendConfirmation', 'auth.signIn'],
  ...['auth.signOut', 'auth.requestPasswordReset', 'auth.readPasswordLink', 'auth.resetPassword'],
  ...['auth.confirmEmailChange', 'auth.readEmailRestore', 'auth.restoreEmail'],
  'account.keepAccount',
]
