import * as icons from 'lucide'
import { ActionError, actions } from 'astro:actions'
import { useRef, useState } from 'react'
import EasyCrop, { type Area } from 'react-easy-crop'
import styles from 'react-easy-crop/react-easy-crop.css?url'
import { noticeText } from '#src/shared/notices.ts'
import { UPLOAD_ACTION } from '#src/shared/paths.ts'
import { announceViewer } from '../follow-viewer.ts'
import { Form } from '../form/Form.tsx'
import { showToast } from '../notices.ts'
import { Icon } from '../ui/Icon.tsx'

/** As the server stores it. */
const AVATAR_SIDE_PIXELS = 512

const LARGEST_ZOOM = 3
const KEYBOARD_STEP_PIXELS = 8

/** Crops a picture by dragging, pinching or the keyboard, and uploads it. */
export default function Crop({ image, onClose }: { image: HTMLImageElement; onClose: () => void }) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const frame = useRef<HTMLDivElement>(null)

  async function upload() {
    if (!area) return
    await send(await cutSquare(image, area))
    showToast('success', noticeText.avatar_updated)
    // It is saved: without an answer, the next page shows it.
    const read = await actions.account.readProfile().catch(() => null)
    if (read?.data) announceViewer(read.data)
    onClose()
  }

  return (
    <Form
      className="grid gap-4"
      isRow
      send={upload}
      fallback="avatar_upload_failed"
      submit="Use this picture"
      busyText="Uploading"
      onCancel={onClose}
    >
      <link rel="stylesheet" href={styles} precedence="dialog" />
      <h3 className="text-lg font-semibold">Crop your picture</h3>
      <div ref={frame} className="relative h-72 overflow-hidden rounded-control bg-ink-wash">
        <EasyCrop
          image={image.src}
          crop={crop}
          zoom={zoom}
          maxZoom={LARGEST_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={KEYBOARD_STEP_PIXELS}
          disableAutomaticStylesInjection
          cropperProps={{
            role: 'group',
            'aria-label': 'Visible area. Move the picture with the arrow keys.',
          }}
          onMediaLoaded={() => frame.current?.querySelector<HTMLElement>('[tabindex]')?.focus()}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
        />
      </div>
      <Zoom value={zoom} onChange={setZoom} />
    </Form>
  )
}

function Zoom({ value, onChange }: { value: number; onChange: (zoom: number) => void }) {
  return (
    <label className="flex items-center gap-2 text-sm font-medium">
      <Icon drawing={icons.ZoomIn} />
      Zoom
      <input
        type="range"
        min={1}
        max={LARGEST_ZOOM}
        step={0.05}
        value={value}
        className="ml-1 min-h-8 flex-1"
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </label>
  )
}

/** The action takes the picture itself as its body; Astro's client only sends forms and JSON. */
async function send(body: Blob): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetch(UPLOAD_ACTION, { method: 'POST', body, headers })
  if (!response.ok) throw ActionError.fromJson(await response.json())
}

/** As WebP, which keeps transparency. Browsers that can't write it write PNG. */
function cutSquare(image: HTMLImageElement, { x, y, width }: Area): Promise<Blob> {
  // Zoomed far in, the area of a tiny picture is less than a pixel.
  const cut = Math.max(1, Math.round(width))
  const side = Math.min(AVATAR_SIDE_PIXELS, cut)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  const [left, top] = [Math.min(x, image.naturalWidth - cut), Math.min(y, image.naturalHeight - cut)]
  context?.drawImage(image, left, top, cut, cut, 0, 0, side, side)
  return new Promise((resolve, reject) => {
    const finish = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('The canvas is empty.')))
    canvas.toBlob(finish, 'image/webp', 0.92)
  })
}
