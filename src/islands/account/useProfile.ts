import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import type { ProfileForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { announceViewer } from '../follow-viewer.ts'
import { tell } from '../notices.ts'
import { readViewer } from '../read-viewer.ts'
import { answerOf, sendPicture } from './queries.ts'

/** The member, at first as the page has them. */
export function useProfile(): Viewer {
  const { data } = useQuery({
    queryKey: PROFILE,
    queryFn: async ({ signal }) => {
      const viewer = await answerOf(() => actions.account.readProfile(), 'unexpected')
      if (!signal.aborted && !isShown(viewer)) announceViewer(viewer)
      return viewer
    },
    initialData: readViewer,
    initialDataUpdatedAt: performance.timeOrigin,
  })
  return data
}

export function useProfileUpdate() {
  return useProfileChange(
    (typed: Record<keyof ProfileForm, string>) =>
      answerOf(() => actions.account.updateProfile(typed), 'profile_update_failed'),
    noticeText.profile_updated,
  )
}

export function useUpload() {
  return useProfileChange(async (picture: Blob) => {
    await answerOf(() => sendPicture(picture), 'avatar_upload_failed')
    return answerOf(() => actions.account.readProfile(), 'avatar_upload_failed')
  }, noticeText.avatar_updated)
}

export function useRemoval() {
  return useProfileChange(
    () => answerOf(() => actions.account.removeAvatar(), 'profile_update_failed'),
    noticeText.avatar_removed,
  )
}

/** Takes what another tab changed. */
export function setProfile(client: QueryClient, viewer: Viewer): void {
  client.setQueryData<Viewer>(PROFILE, viewer)
}

/** Goes on when the dialog is closed meanwhile, and shows what it changed everywhere. */
function useProfileChange<Input>(change: (input: Input) => Promise<Partial<Viewer>>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    // What is being read now may be from before.
    onMutate: () => client.cancelQueries({ queryKey: PROFILE }),
    onSuccess: (changed) => {
      const viewer = { ...readViewer(), ...client.getQueryData<Viewer>(PROFILE), ...changed }
      setProfile(client, viewer)
      announceViewer(viewer)
      tell('success', done)
    },
  })
}

/** Whether this page has every field as the server has just said it. */
function isShown(viewer: Viewer): boolean {
  const shown = readViewer()
  return Object.entries(viewer).every(([field, value]) => shown[field as keyof Viewer] === value)
}

const PROFILE = ['profile']
