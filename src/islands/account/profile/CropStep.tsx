import { lazy, Suspense, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { fetchCropper } from './fetch-cropper.ts'
import type { OpenedPicture, Square } from './picture-file.ts'

const Cropper = lazy(fetchCropper)

/** Which part of the picture is kept: dragged, pinched, or moved with the keyboard. */
export function CropStep({ picture, onUse, onCancel }: Props) {
  const area = useRef<Square>(null)
  return (
    <div data-draft className="flex min-h-full flex-col gap-4">
      <h3 className="text-lg font-semibold">Choose what is seen</h3>
      <div className="relative min-h-64 flex-1">
        <Suspense fallback={<p className="p-4 text-sm text-ink-soft">Opening the picture…</p>}>
          <Cropper
            url={picture.url}
            onArea={(chosen) => {
              area.current = chosen
            }}
          />
        </Suspense>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            if (area.current) onUse(area.current)
          }}
        >
          Use this picture
        </Button>
      </div>
    </div>
  )
}

interface Props {
  picture: OpenedPicture
  onUse: (area: Square) => void
  onCancel: () => void
}
