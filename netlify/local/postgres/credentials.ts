import { timingSafeEqual } from 'node:crypto'

/** Who may use a database, and which one: the part of its URL that is not its address. */
export interface Credentials {
  user: string
  password: string
  database: string
}

export function credentialsOf(databaseUrl: string): Credentials {
  const url = new URL(databaseUrl)
  return {
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
  }
}

/** The first of these whose user, password and database are given; null for a stranger. */
export function findLogin<Known extends Login>(given: Credentials, known: readonly Known[]): Known | null {
  return known.find(({ credentials }) => sameCredentials(given, credentials)) ?? null
}

/** Compares the secret in constant time. */
function sameCredentials(given: Credentials, expected: Credentials): boolean {
  if (given.user !== expected.user || given.database !== expected.database) return false
  const [left, right] = [Buffer.from(given.password), Buffer.from(expected.password)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** One way in. */
export interface Login {
  credentials: Credentials
  /** Whose rights it has; null has the owner's. */
  role: string | null
}
