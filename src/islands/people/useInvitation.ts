import { stringify } from 'csv-stringify/browser/esm/sync'
import { actions } from 'astro:actions'
import { useRef, useState } from 'react'
import { isChanged } from '#src/shared/people/notices.ts'
import { parseList } from '#src/shared/people/parse-list.ts'
import { listMistake, type Mistake, type ParsedList, type Row } from '#src/shared/people/describe-list.ts'
import { MAX_PEOPLE_PER_REQUEST } from '#src/shared/people/people.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { readStored, writeStored } from '#src/lib/storage.ts'
import { requireViewer } from '#src/lib/viewer.ts'
import type { InviteResult } from './InviteResults.tsx'
import { type Programme, runPersonAction } from './person.ts'
import { useExpiringList } from './useExpiringList.ts'

/** The steps of an invitation. What was typed, chosen or corrected stays in this tab, also over a reload, until it is sent. */
export function useInvitation(programme: Programme) {
  const { input, setInput, storeInput } = useListInput()
  const [step, setStep] = useState<Step>(FIRST_STEP)
  const [undoable, setUndoable] = useExpiringList<InviteResult>()
  const latestCheck = useRef<string | Row[]>(null)

  const check = async (list: string | Row[]) => {
    latestCheck.current = list
    const checked = await previewStep(list, programme)
    if (latestCheck.current !== list) return
    setStep(checked)
    if (typeof list !== 'string') setInput(toInput(list))
  }

  const changeInput = (changed: ListInput, mistake: Mistake | null) => {
    latestCheck.current = null
    setInput(changed)
    setStep({ kind: 'input', mistake })
  }

  const checkText = () => check(input.rows ?? input.text)

  const keepCorrections = (rows: Row[]) => setInput(toInput(rows))

  const checkRows = async (rows: Row[]) => {
    // The whole list of an invitation stays for its undo.
    if (step.kind === 'preview') keepCorrections(rows)
    await check(rows)
  }

  const editText = () => {
    latestCheck.current = null
    setStep(FIRST_STEP)
  }

  const showInvited = (results: InviteResult[], list: ParsedList) => {
    setUndoable(results.filter(({ outcome }) => outcome === 'invited'))
    setStep({ kind: 'invited', results, list })
    // The whole list stays in this page, for an undo.
    storeInput(toInput(leftOutRows(list)))
  }

  const undo = async ({ results, list }: InvitedStep) => {
    const remaining = await undoInvitations(undoable, results)
    setUndoable([])
    if (remaining.some(changesSomething)) setStep({ kind: 'invited', results: remaining, list })
    else {
      editText()
      storeInput(input)
    }
  }

  const handlers = { changeInput, checkText, keepCorrections, checkRows, editText, showInvited, undo }
  return { step, input, undoable, ...handlers }
}

/** @param isDryRun returns what would happen, and changes nothing. */
export async function sendInvitations(
  list: ParsedList,
  isDryRun: boolean,
  // The group of everyone, beside those of the list.
  { group = '', ...password }: { group?: string | undefined; currentPassword?: string | undefined } = {},
): Promise<InviteResult[]> {
  const people = list.people.map(({ email, name, company, role, groups }) => ({
    email,
    name,
    company,
    role,
    groups: [...new Set([...groups, group])].filter(Boolean),
  }))
  const results = await actions.people.invite
    .orThrow({ people, isDryRun, ...password })
    .finally(() => void queryClient.invalidateQueries({ queryKey: ['people'] }))
  const invitees = new Map(people.map((person) => [person.email as string, person]))
  return results.map((result) => {
    const { company = null, role = null, groups = [] } = invitees.get(result.email) ?? {}
    return { ...result, company, role, groups }
  })
}

export function changesSomething({ outcome }: InviteResult): boolean {
  return outcome !== 'already a member' && outcome !== 'still denied'
}

function useListInput() {
  const key = `invitation/${requireViewer().id}`
  const [input, setState] = useState(
    () => (readStored(key, 'sessionStorage') as ListInput | null) ?? toInput([]),
  )
  const storeInput = (changed: ListInput) =>
    void writeStored(key, changed.text === '' ? null : changed, 'sessionStorage')
  const setInput = (changed: ListInput) => {
    setState(changed)
    storeInput(changed)
  }
  return { input, setInput, storeInput }
}

function toInput(rows: Row[]): ListInput {
  const text = stringify(rows.map(({ cells }) => cells))
  return { text, fileName: null, rows: rows.map((row, index) => ({ ...row, line: index + 1 })) }
}

export function leftOutRows({ headingRow, mistakes }: ParsedList): Row[] {
  const rows = mistakes.flatMap(({ row }) => row ?? [])
  return headingRow && rows.length > 0 ? [headingRow, ...rows] : rows
}

async function previewStep(text: string | Row[], programme: Programme): Promise<Step> {
  const list = parseListWithLimit(text, programme)
  if ('code' in list) return { kind: 'input', mistake: list }
  return { kind: 'preview', list, results: await sendInvitations(list, true) }
}

function parseListWithLimit(text: string | Row[], { groups, roles }: Programme): ParsedList | Mistake {
  const list = parseList(text, groups, roles)
  const count = 'code' in list ? 0 : list.people.length + list.mistakes.length
  return count > MAX_PEOPLE_PER_REQUEST ? listMistake('too_many', String(count)) : list
}

async function undoInvitations(undoable: readonly InviteResult[], results: InviteResult[]) {
  const people = undoable.map(({ id, email, name }) => ({
    id: id ?? '',
    status: 'invited' as const,
    email,
    fullName: name,
  }))
  const outcomes = await runPersonAction(people, 'undo')
  const undoneIds = outcomes.flatMap(({ id, outcome }) => (isChanged(outcome) ? id : []))
  return results.filter(({ id }) => id === null || !undoneIds.includes(id))
}

const FIRST_STEP: Step = { kind: 'input', mistake: null }

export interface ListInput {
  text: string
  /** null if the text was typed or pasted. */
  fileName: string | null
  /** Of the text, with the addresses that were ticked as right, until the text is edited. */
  rows?: Row[]
}

export type Step = { kind: 'input'; mistake: Mistake | null } | PreviewStep | InvitedStep

interface PreviewStep {
  kind: 'preview'
  list: ParsedList
  results: InviteResult[]
}

export interface InvitedStep {
  kind: 'invited'
  results: InviteResult[]
  list: ParsedList
}
