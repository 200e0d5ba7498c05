import { QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useSyncExternalStore } from 'react'
import { failureText, readFailure } from '#src/shared/failure.ts'
import { EDIT_PATH } from '#src/shared/paths.ts'
import { formUrlOf } from './addresses.ts'
import { type PublishState, readPublishState } from './publish-state.ts'

const CHECK_EVERY_MS = 15_000

const USUAL_BUILD_MS = 15 * 60_000

const client = new QueryClient()
client.mount()

const STATE = ['publish state']

export function checkPublishState(): void {
  void client.invalidateQueries({ queryKey: STATE })
}

/** Below the editor: what became of what was saved, and a test of the announcement that is open. */
export function PublishBar(edit: EditedRepository) {
  const { data } = useQuery(
    {
      queryKey: STATE,
      queryFn: () => readState(edit),
      refetchInterval: CHECK_EVERY_MS,
      retry: false,
    },
    client,
  )
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  const [, announcement] = /^#\/collections\/announcements\/entries\/([^/?]+)/.exec(hash) ?? []
  return (
    <>
      <div role="status">{data && <StateText state={data} />}</div>
      {announcement && <SendTest key={announcement} name={decodeURIComponent(announcement)} />}
    </>
  )
}

function StateText({ state }: { state: PublishState }) {
  switch (state.is) {
    case 'online':
      return <p>Online at {location.host}: everything that was saved.</p>
    case 'waiting':
      return (
        <p>
          Not online yet: {changes(state.count)}. When you have saved everything, press “Publish Changes”.
        </p>
      )
    case 'building':
      return (
        <p>
          Being built: {changes(state.count)}.{' '}
          {Date.now() - state.since < USUAL_BUILD_MS
            ? 'It takes a few minutes.'
            : 'This takes longer than usual. Ask whoever runs the portal whether its deploy failed.'}
        </p>
      )
    case 'refused':
      return <Refusal mistakes={state.mistakes} />
  }
}

function Refusal({ mistakes }: Pick<PublishState & { is: 'refused' }, 'mistakes'>) {
  if (mistakes.length === 0)
    return <p>Publishing failed. Press “Publish Changes” again, or ask whoever runs the portal.</p>
  return (
    <>
      <p>
        The build refused what was saved, and the portal stays as it was. Correct this, save, and press
        “Publish Changes”:
      </p>
      <ul>
        {mistakes.map(({ file, line, message }) => (
          <li key={`${file}:${line}:${message}`}>
            <a href={formUrlOf(file)}>{file}</a>, line {line}: {message}
          </li>
        ))}
      </ul>
    </>
  )
}

function SendTest({ name }: { name: string }) {
  const test = useMutation({ mutationFn: () => actions.edit.sendTest.orThrow({ name }) }, client)
  return (
    <div>
      <button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
        Send test
      </button>{' '}
      <span role="status">{sayTest(test)}</span>
    </div>
  )
}

function sayTest({
  data,
  error,
}: {
  data?: { isSent: boolean; email: string } | undefined
  error: Error | null
}) {
  if (error) return failureText(readFailure(error.message) ?? { code: 'unreachable' })
  if (data?.isSent) return `The email is on its way to ${data.email}, with the text that is online.`
  return (
    data &&
    'Nothing to send: no email of this announcement is online. Publish it with a later “Show from”, then test it.'
  )
}

/** null where nothing was saved since the page is open, and without a token. */
async function readState({ repository, branch }: EditedRepository): Promise<PublishState | null> {
  const user = localStorage.getItem('sveltia-cms.user')
  const { token } = JSON.parse(user ?? '{}') as { token?: string }
  if (!token) return null
  const page = await fetch(EDIT_PATH, { cache: 'no-cache' })
  const [, online] = /<meta name="commit" content="(\w+)"/.exec(await page.text()) ?? []
  if (!online) return null
  const state = await readPublishState(branch, online, async (path) => {
    const headers = { authorization: `token ${token}` }
    const answer = await fetch(`https://api.github.com/repos/${repository}/${path}`, {
      headers,
      cache: 'no-cache',
    })
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status}.`)
    return answer.json()
  })
  return state.is === 'online' && !client.getQueryData(STATE) ? null : state
}

function changes(count: number): string {
  return count === 1 ? 'one saved change' : `${count} saved changes`
}

function onHashChange(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

interface EditedRepository {
  repository: string
  branch: string
}
