/**
 * The rule of who may enter, kept beside the product and by other means: from what people did, never from what the
 * database says about roster, proofs or decisions.
 *
 * Whoever sees a protected page uses an account that a person approved, or owns the mailbox of an address that stood
 * unspent on the roster when it let that account in, and no later decision of a person says otherwise.
 */
export class Ledger {
  readonly #accounts = new Map<string, Account>()
  /** Rows of the roster by address, with whom they let in. */
  readonly #rows = new Map<string, { spentOn: string | null }>()
  /** What each step broke, as sentences. */
  readonly violations: string[] = []

  addRow(email: string): void {
    if (this.#rows.has(email)) return
    this.#rows.set(email, { spentOn: null })
    for (const account of this.#accounts.values()) if (account.email === email) this.#spendIfDecided(account)
  }

  removeRow(email: string): void {
    this.#rows.delete(email)
  }

  /** What all accounts are after a step, and on whom a person decided in it. */
  observe(seen: readonly Observed[], decidedOn: ReadonlySet<string>): void {
    const present = new Set(seen.map(({ id }) => id))
    for (const id of this.#accounts.keys()) if (!present.has(id)) this.#accounts.delete(id)
    for (const { id, email, status } of seen) {
      const account = this.#accounts.get(id) ?? {
        id,
        email,
        status: 'pending',
        decided: null,
        admittedBy: null,
      }
      this.#accounts.set(id, account)
      const before = { ...account }
      account.status = status
      if (decidedOn.has(id) && status !== before.status) {
        account.decided = status
        this.#spend(before.email, id)
      } else if (status === 'approved' && before.status !== 'approved') {
        this.#admit(account, before.email)
      } else if (status !== before.status) {
        this.violations.push(`Nobody decided, and an account went from ${before.status} to ${status}.`)
      }
      account.email = email
      if (email !== before.email) this.#spendIfDecided(account)
    }
  }

  /** Somebody was shown a protected page of this account. */
  entered(person: Person, accountId: string): void {
    const account = this.#accounts.get(accountId)
    if (!account) {
      this.violations.push(`${person.name} entered by an account that is gone.`)
    } else if (account.decided !== null) {
      if (account.decided !== 'approved') {
        this.violations.push(`${person.name} entered although a person decided: ${account.decided}.`)
      }
    } else if (!account.admittedBy) {
      this.violations.push(`${person.name} entered, and neither a person nor the roster let that account in.`)
    } else if (!person.mailboxes.includes(account.admittedBy)) {
      this.violations.push(`${person.name} entered by the roster's row of ${account.admittedBy}.`)
    }
  }

  #admit(account: Account, email: string): void {
    const row = this.#rows.get(email)
    if (account.decided !== null) {
      this.violations.push(`The roster approved ${email} over a person's decision: ${account.decided}.`)
    } else if (!row) {
      this.violations.push(`${email} was approved by nobody, and is not on the roster.`)
    } else if (row.spentOn !== null && row.spentOn !== account.id) {
      this.violations.push(`The roster's row of ${email} let in a second account.`)
    } else {
      row.spentOn = account.id
      account.admittedBy = email
    }
  }

  #spendIfDecided(account: Account): void {
    if (account.decided !== null || account.admittedBy) this.#spend(account.email, account.id)
  }

  #spend(email: string, accountId: string): void {
    const row = this.#rows.get(email)
    if (row) row.spentOn ??= accountId
  }
}

export interface Person {
  name: string
  password: string
  /** Addresses whose mail nobody else reads. */
  mailboxes: readonly string[]
}

export interface Observed {
  id: string
  email: string
  status: Status
}

interface Account extends Observed {
  /** What a person's latest decision made of it; null when no person ever decided. */
  decided: Status | null
  /** The address on the roster that let it in; null when the roster did not. */
  admittedBy: string | null
}

export type Status = 'pending' | 'approved' | 'denied'
