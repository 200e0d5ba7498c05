import { useEffect, useState } from 'react'
import type { ErrorCode } from '#src/shared/errors.ts'
import { type Failure, failure } from '#src/shared/failure.ts'
import type { CropStep } from './CropStep.tsx'
import { cutSquare, openPicture, type OpenedPicture, type Square } from './picture-file.ts'
import { failureFrom } from './queries.ts'
import { useDroppedFiles } from './useDroppedFiles.ts'
import { useRemoval, useUpload } from './useProfile.ts'

/** The way of a picture from a file to everybody's eyes. The old one stays until the new one is there. */
export function usePicture(current: boolean): PictureWork {
  const [step, setStep] = useState<Step>({ at: 'resting', problem: null })
  const upload = useUpload()
  const removal = useRemoval()
  const isBusy = step.at === 'opening' || upload.isPending || removal.isPending
  const isDropping = useDroppedFiles(current && !isBusy, (file) => void choose(file))
  const opened = step.at === 'cropping' ? step.picture : null
  useEffect(() => {
    if (opened) return () => URL.revokeObjectURL(opened.url)
    return undefined
  }, [opened])

  async function choose(file: File) {
    upload.reset()
    removal.reset()
    setStep({ at: 'opening' })
    const [found, crop] = await Promise.all([
      openPicture(file).catch((): ErrorCode => 'avatar_unreadable'),
      // What cuts a picture is fetched when there is one to cut.
      import('./CropStep.tsx').catch(() => null),
    ])
    if (typeof found === 'string') {
      setStep({ at: 'resting', problem: failure(found) })
    } else if (crop) {
      setStep({ at: 'cropping', picture: found, CropStep: crop.CropStep })
    } else {
      URL.revokeObjectURL(found.url)
      setStep({ at: 'resting', problem: failure('page_incomplete') })
    }
  }

  async function use(area: Square) {
    if (!opened) return
    const blob = await cutSquare(opened, area)
    setStep({ at: 'resting', problem: blob ? null : failure('avatar_unreadable') })
    if (blob) upload.mutate(blob)
  }

  return {
    step,
    isDropping,
    work: upload.isPending ? 'uploading' : removal.isPending ? 'removing' : isBusy ? 'opening' : 'none',
    problem: step.at === 'resting' ? (step.problem ?? failureFrom(upload.error ?? removal.error)) : null,
    choose: (file) => void choose(file),
    use: (area) => void use(area),
    cancel: () => setStep({ at: 'resting', problem: null }),
    remove: () => {
      upload.reset()
      setStep({ at: 'resting', problem: null })
      removal.mutate()
    },
    retry:
      upload.isError && step.at === 'resting' && !step.problem ? () => upload.mutate(upload.variables) : null,
  }
}

type Step =
  | { at: 'resting'; problem: Failure | null }
  | { at: 'opening' }
  | { at: 'cropping'; picture: OpenedPicture; CropStep: typeof CropStep }

export interface PictureWork {
  step: Step
  /** Something that can be dropped here is over the page. */
  isDropping: boolean
  work: 'none' | 'opening' | 'uploading' | 'removing'
  problem: Failure | null
  choose: (file: File) => void
  use: (area: Square) => void
  cancel: () => void
  remove: () => void
  /** Sends the same picture again, where that may help. */
  retry: (() => void) | null
}
