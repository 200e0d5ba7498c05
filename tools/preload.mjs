// What each command needs before its own code is read. Not TypeScript, which older versions of Node can't read.
import { homedir, tmpdir } from 'node:os'
import { installRemedy, missingPackages } from './installation.mjs'

// The doctor's --deep runs without development packages.
const problem = process.argv.includes('--deep') ? null : missingPackages()
if (problem) end(problem)
if (!process.features.typescript)
  end(`Node ${process.versions.node} is too old. The project brings its own, but ${installRemedy()}`)

// The portal's services call each other on this machine, which no proxy reaches.
const direct = [process.env.NO_PROXY ?? process.env.no_proxy, 'localhost', '127.0.0.1', '[::1]']
process.env.NO_PROXY = process.env.no_proxy = direct.filter(Boolean).join()

// Packages ask for the home folder when they are imported. A user without a name, as in some containers, has none.
try {
  homedir()
} catch {
  process.env.HOME = tmpdir()
}

/** @param {string} message */
function end(message) {
  console.error(message)
  process.exit(1)
}
