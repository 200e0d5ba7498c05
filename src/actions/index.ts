import { auth } from './auth.ts'

export const server = { auth }
