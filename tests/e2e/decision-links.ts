import type { Page } from 'playwright/test'
import { approvedMember, expect, mailsTo, type Person, query } from './portal.ts'
import { ADMINS } from './start-portal.ts'

/** Makes this page's visitor a member who is an administrator. */
export async function administrator(page: Page): Promise<Person> {
  const person = await approvedMember(page, 'Noe Kealoha')
  await query('SELECT * FROM set_admins($1, true)', [[person.email]])
  return person
}

/** The path of a link about this person, as a notice would carry it. */
export async function plantedLink({ email }: Person): Promise<string> {
  const [link] = (await query(`SELECT token FROM link_decisions($1, '1 day')`, [[email]])) as {
    token: string
  }[]
  return `/decide?token=${link?.token}`
}

/** Every link in the notice of this person's sign-up, once the notice is there; the one that decides is the first. */
export async function noticeLinks({ email }: Person): Promise<[string, ...string[]]> {
  let links: string[] = []
  await expect(async () => {
    const notices = await mailsTo({ email: ADMINS, password: '', fullName: null })
    const notice = notices.find((mail) => mail.includes(email)) ?? ''
    links = notice.match(/https?:\/\/[^\s"<>]+/g)?.filter((link) => link.includes('/auth?next=')) ?? []
    expect(links).not.toEqual([])
  }).toPass({ timeout: 15_000 })
  return links as [string, ...string[]]
}

export async function statusOf({ email }: Person): Promise<unknown> {
  const [member] = (await query('SELECT approval_status AS status FROM members WHERE email = $1', [
    email,
  ])) as {
    status: string
  }[]
  return member?.status
}
