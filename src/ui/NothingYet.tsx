/** Stands where the programme has nothing to show yet. `adds` completes its sentence. */
export function NothingYet({ adds = 'this page' }: { adds: string | undefined }) {
  return (
    <>
      <h2 className="text-xl">Nothing here yet</h2>
      <p className="mt-2 max-w-[40ch] text-ink-soft">{`We’ll add ${adds} soon.`}</p>
    </>
  )
}
