export interface ProgrammeEvent {
  title: string
  /** A session is gone to; what is due is handed in by then. */
  kind: 'session' | 'due'
  /** On the programme's clock: '2025-06-04 12:00'. */
  starts: LocalTime
  minutes: number
  /** A rule of RFC 5545 without `RRULE:`; absent, it takes place once. */
  repeats?: string | undefined
  /** The last day on which it may take place: '2025-08-29'. */
  until?: string | undefined
  except: readonly string[]
  place?: string | undefined
  join?: string | undefined
  page?: string | undefined
  /** Whether members get emails before it; absent, they do. */
  remind?: false | undefined
  /** Whose tick ends the reminders of a deadline; absent, the member's own. */
  doneFor?: 'company' | undefined
  /** The groups it is for; absent, everyone. */
  for?: readonly string[] | undefined
  text?: string | undefined
}

/** Local time in the programme's zone: '2025-06-04 12:00'. */
export type LocalTime = string
