import { QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useSyncExternalStore } from 'react'
import { readStored } from '#src/lib/storage.ts'
import { failureText, readFailure } from '#src/shared/failure.ts'
import { EDIT_PATH } from '#src/shared/paths.ts'
import { formUrlOf } from './addresses.ts'
import { type PublishState, readPublishState } from './publish-state.ts'

const client = new QueryClient()
client.mount()

const STATE = ['publish state']

export function checkPublishState(): void {
  void client.invalidateQueries({ queryKey: STATE })
}

/** Below the editor: what became of what was saved, and a test of the announcement that is open. */
export function PublishBar(edit: EditedRepository) {
  const state = useQuery(
    {
      queryKey: STATE,
      queryFn: () => readState(edit),
      refetchInterval: ({ state: { data } }) => (data ? 15_000 : 60_000),
      retry: false,
    },
    client,
  )
  const publish = useMutation({ mutationFn: () => startPublishing(edit) }, client)
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  const [, announcement] = /^#\/collections\/announcements\/entries\/([^/?]+)/.exec(hash) ?? []
  return (
    <>
      <div>
        <div role="status">
          {state.data && <StateText state={state.data} />}
          {publish.error && (
            <p>This couldn’t be published. Check your connection, and press “Publish” again.</p>
          )}
        </div>
        {state.data && canPublish(state.data) && (
          <button type="button" disabled={publish.isPending} onClick={() => publish.mutate()}>
            Publish
          </button>
        )}
      </div>
      {announcement && <SendTest key={announcement} name={decodeURIComponent(announcement)} />}
    </>
  )
}

function StateText({ state }: { state: PublishState }) {
  switch (state.is) {
    case 'online':
      return <p>Online at {location.host}: everything that was saved.</p>
    case 'waiting':
      return <p>Not online yet: {changes(state.count)}. Publish once you have saved everything.</p>
    case 'building':
      return (
        <p>
          Being built: {changes(state.count)}.{' '}
          {state.isLate
            ? 'This takes longer than usual. Ask whoever runs the portal whether its deploy failed.'
            : 'It takes a few minutes.'}
        </p>
      )
    case 'refused':
      if (state.mistakes.length === 0)
        return <p>Publishing failed. Try again, or ask whoever runs the portal.</p>
      return (
        <>
          <p>
            The build refused what was saved, and the portal stays as it was. Correct this, save and publish:
          </p>
          <ul>
            {state.mistakes.map(({ file, line, message }) => (
              <li key={`${file}:${line}:${message}`}>
                <a href={formUrlOf(file)}>{file}</a>, line {line}: {message}
              </li>
            ))}
          </ul>
        </>
      )
  }
}

// What the content check refuses has to be corrected first.
function canPublish(state: PublishState): boolean {
  return state.is === 'waiting' || (state.is === 'refused' && state.mistakes.length === 0)
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

/** null where everything was online when the page opened, and without a token. */
async function readState(edit: EditedRepository): Promise<PublishState | null> {
  const online = readToken() && (await readOnlineCommit())
  if (!online) return null
  const ask = async (path: string): Promise<unknown> => (await askGitHub(edit, path)).json()
  const state = await readPublishState(edit.branch, online, ask, Date.now())
  return state.is === 'online' && !client.getQueryData(STATE) ? null : state
}

// After the session has ended, the one that was online when this page opened.
async function readOnlineCommit(): Promise<string | undefined> {
  const page = await (await fetch(EDIT_PATH, { cache: 'no-cache' })).text()
  const own = document.head.querySelector<HTMLMetaElement>('meta[name="commit"]')
  return /<meta name="commit" content="(\w+)"/.exec(page)?.[1] ?? own?.content
}

// As ‘Publish Changes’ does, which the editor shows on a phone only above its list of collections.
async function startPublishing(edit: EditedRepository): Promise<void> {
  await askGitHub(edit, 'dispatches', { event_type: 'sveltia-cms-publish' })
  // Its check begins some seconds later.
  client.setQueryData<PublishState | null>(STATE, (state) =>
    state && 'count' in state ? { is: 'building', count: state.count, isLate: false } : state,
  )
}

async function askGitHub({ repository }: EditedRepository, path: string, body?: object): Promise<Response> {
  const answer = await fetch(`https://api.github.com/repos/${repository}/${path}`, {
    headers: { authorization: `token ${readToken()}` },
    cache: 'no-cache',
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`GitHub answered ${answer.status}.`)
  return answer
}

// Where the editor keeps it.
function readToken(): string | undefined {
  return (readStored('sveltia-cms.user') as { token?: string } | null)?.token
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
