/** In place of what the programme has not brought yet. `adds` is the end of a sentence. */
export function NothingYet({ adds = 'what belongs here' }: { adds: string | undefined }) {
  return (
    <>
      <h2 className="text-xl">Nothing here yet</h2>
      <p className="mt-2 max-w-[40ch] text-ink-soft">{`The programme team adds ${adds}.`}</p>
    </>
  )
}
