import { account } from './account.ts'
import { auth } from './auth.ts'

export const server = { account, auth }
