import { startStack, type Stack, type StackOptions } from '../../netlify/local/stack.ts'
import { databaseTemplate } from './database-template.ts'

/** The built portal as `npm start` runs it, on free ports and with nothing kept. */
export function startTestStack(options: Pick<StackOptions, 'root'> = {}): Promise<Stack> {
  return startStack({
    ...options,
    dataFolder: null,
    databaseTemplate: databaseTemplate(),
    host: '127.0.0.1',
    ports: { site: 0, mailbox: 0, postgres: 0 },
  })
}
