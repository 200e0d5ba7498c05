import { admin } from '../db/admin/cli.ts'
import { backupCommands } from './backup/commands.ts'

process.exitCode = await admin(process.argv.slice(2), process.env, backupCommands)
