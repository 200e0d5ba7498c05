import { admin } from '../db/admin/cli.ts'
import type { Cell, ProgramCommand, ResultTable } from '../db/admin/commands/command.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'

export const backupCommands: readonly ProgramCommand[] = [
  {
    name: 'backup <file>',
    help: `write the database, the pictures and the settings into a new file
Members can go on using the portal. The file is a .tar.gz with a CSV file for each table, the pictures and, of a portal on this
machine, .env. It holds everything about everyone, so keep it safe.
Without DATABASE_URL, it is the portal running on this machine. With the owner's, set NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN,
too, for the pictures at Netlify.`,
    run: async ([file = ''], env) => [tableOf('backup', await backup(file, env))],
  },
  {
    name: 'restore <file>',
    help: `restore a backup into an empty database or a new data folder
Without DATABASE_URL, into the folder LANAI_DATA, which is missing or empty. With the owner's of an empty database, set
NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN, too, or LANAI_DATA, which say where the pictures go. Applies the migrations that are newer
than the backup, and does what after-restore does.`,
    async run([file = ''], env) {
      const { messages, ...restored } = await restore(file, env)
      return [tableOf('restore', restored), { title: 'Messages', empty: NO_MESSAGES, ...messages }]
    },
  },
]

const NO_MESSAGES = 'None were waiting.'

function tableOf(title: string, row: Record<string, Cell>): ResultTable {
  return { title, fields: Object.keys(row), rows: [row], isExpanded: true }
}

if (import.meta.main) process.exitCode = await admin(process.argv.slice(2), process.env, backupCommands)
