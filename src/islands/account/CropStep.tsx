import * as icons from '#src/shared/icons.ts'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import EasyCrop from 'react-easy-crop'
import cropStyles from 'react-easy-crop/react-easy-crop.css?url'
import { Button } from '../ui/Button.tsx'
import type { OpenedPicture, Square } from './picture-file.ts'
import { Icon } from '../ui/Icon.tsx'

const LARGEST_ZOOM = 3
const KEYBOARD_STEP_PIXELS = 8

/** Which part of the picture is kept: dragged, pinched, or moved with the keyboard. */
export function CropStep({ picture, onUse, onCancel }: Props) {
  const area = useRef<Square>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // At once: what had the focus is hidden with the same paint.
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <div data-draft className="flex min-h-full flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        Choose what is seen
      </h3>
      <div className="relative min-h-64 flex-1">
        <Cropper
          url={picture.url}
          onArea={(chosen) => {
            area.current = chosen
          }}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            if (area.current) onUse(area.current)
          }}
        >
          Use this picture
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** A round window over the picture. */
function Cropper({ url, onArea }: { url: string; onArea: (area: Square) => void }) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const frame = useRef<HTMLDivElement>(null)
  /** The window is there with the same paint that learns its size. */
  const [isMeasured, setIsMeasured] = useState(false)
  const id = useId()
  useEffect(() => {
    if (isMeasured) frame.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [isMeasured])

  return (
    <div className="absolute inset-0 flex flex-col">
      {/* Here alone: imported, it would stand in every page that has the account dialog. React waits for it. */}
      <link rel="stylesheet" href={cropStyles} precedence="default" />
      <div ref={frame} className="relative flex-1 overflow-hidden rounded-control bg-ink/5">
        <EasyCrop
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={LARGEST_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={KEYBOARD_STEP_PIXELS}
          disableAutomaticStylesInjection
          classes={{ cropAreaClassName: 'crop-window' }}
          cropperProps={{
            role: 'group',
            'aria-label': 'The part that is seen. Move the picture with the arrow keys.',
          }}
          setCropSize={() => setIsMeasured(true)}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onArea(pixels)}
        />
      </div>
      <div className="flex items-center gap-3 pt-4">
        <label htmlFor={id} className="flex items-center gap-2 text-sm font-medium">
          <Icon drawing={icons.zoomIn} />
          Zoom
        </label>
        <input
          id={id}
          type="range"
          min={1}
          max={LARGEST_ZOOM}
          step={0.05}
          value={zoom}
          className="min-h-8 flex-1"
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </div>
    </div>
  )
}

interface Props {
  picture: OpenedPicture
  onUse: (area: Square) => void
  onCancel: () => void
}
