/** In place of what the programme has not brought yet. */
export function NothingYet({ adds }: Props) {
  return (
    <>
      <h2 className="text-xl">Nothing here yet</h2>
      <p className="mt-2 max-w-[40ch] text-ink-soft">{`The programme team adds ${adds ?? 'what belongs here'}.`}</p>
    </>
  )
}

interface Props {
  /** What it is, as the end of a sentence. */
  adds: string | undefined
}
