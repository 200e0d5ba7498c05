import * as z from 'zod/mini'
import { failureMessage } from '../failure.ts'
import { COMPANY_MAX_CODE_POINTS } from '../field-limits.ts'
import { shortLine } from './person.ts'

/** In code points, as 0001_members.sql has them. */
const most = { role: 40, about: 160, handle: 80, link: 290 }

/** `linkedin.com/in/kai` becomes an address of its own. */
const Link = z.pipe(
  z.pipe(
    shortLine(most.link),
    z.transform((typed: string | null) => typed && (/^[a-z]+:/i.test(typed) ? typed : `https://${typed}`)),
  ),
  z.nullable(z.string().check(z.refine(isLink, failureMessage('link_invalid')))),
)

/** A box: 'on' when it is ticked, missing when it isn't. */
const Box = z.pipe(
  z.optional(z.unknown()),
  z.transform((sent: unknown) => sent === 'on'),
)

/** What administrators say of people. */
export const CompanyForm = z.object({
  company: shortLine(COMPANY_MAX_CODE_POINTS),
  role: shortLine(most.role),
})

/** What members say about themselves, and what of it others see. */
export const DirectoryForm = z.object({
  company: CompanyForm.shape.company,
  about: shortLine(most.about),
  link: Link,
  handle: shortLine(most.handle),
  showsEmail: Box,
  showsLink: Box,
  showsHandle: Box,
})
export type DirectoryForm = z.output<typeof DirectoryForm>

/** A member as other members see them; null for what isn't known or shown. */
export const DirectoryMember = z.object({
  fullName: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  company: z.nullable(z.string()),
  role: z.nullable(z.string()),
  about: z.nullable(z.string()),
  email: z.nullable(z.string()),
  link: z.nullable(z.string()),
  handle: z.nullable(z.string()),
})
export type DirectoryMember = z.output<typeof DirectoryMember>

function isLink(address: string): boolean {
  return /^https:\/\/\S+$/.test(address) && URL.canParse(address)
}
