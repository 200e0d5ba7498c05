import { readToken } from './token.ts'

/* An inline script in the head: the token of an emailed link leaves the address bar before any other file is asked for. */
readToken()
