import * as icons from '#src/shared/icons.ts'
import { useEffect, useRef, useState } from 'react'
import EasyCrop from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Form } from '../form/Form.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { Square } from './picture-file.ts'

const LARGEST_ZOOM = 3
const KEYBOARD_STEP_PIXELS = 8

/** The part of a picture to keep, in a round window: dragged, pinched, or moved with the keyboard. */
export function CropStep({ url, send, onCancel }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Square | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  // The crop window exists once its size is known.
  const [isMeasured, setIsMeasured] = useState(false)
  useEffect(() => {
    if (isMeasured) frame.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [isMeasured])

  return (
    <Form
      className="flex min-h-full flex-col gap-4"
      isRow
      send={async () => area && send(area)}
      otherwise="avatar_upload_failed"
      unheard="avatar_upload_failed"
      submit="Use this picture"
      busyText="Uploading"
      onCancel={onCancel}
    >
      <h3 className="text-lg font-semibold">Crop your picture</h3>
      <div ref={frame} className="relative min-h-64 flex-1 overflow-hidden rounded-control bg-ink/5">
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
            'aria-label': 'Visible area. Move the picture with the arrow keys.',
          }}
          setCropSize={() => setIsMeasured(true)}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
        />
      </div>
      <label className="flex items-center gap-2 text-sm font-medium">
        <Icon drawing={icons.zoomIn} />
        Zoom
        <input
          type="range"
          min={1}
          max={LARGEST_ZOOM}
          step={0.05}
          value={zoom}
          className="ml-1 min-h-8 flex-1"
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
    </Form>
  )
}

interface Props {
  url: string
  send: (area: Square) => Promise<unknown>
  onCancel: () => void
}
