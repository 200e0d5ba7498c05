import type { CustomFieldControlProps } from '@sveltia/cms'
import { Component } from 'react'
import { matchEmbed } from '../embeds/match.ts'
import { address } from '../schemas/fields.ts'
import { videoSchema } from '../schemas/playlist.ts'

/** A form's field for a link. The editor saves only one that the content check accepts. */
export class LinkControl extends Component<CustomFieldControlProps> {
  /** The editor's name for it. */
  isValid() {
    const { value, field } = this.props as { value: unknown; field: CustomFieldControlProps['field'] }
    const message =
      typeof value === 'string' && value ? mistakeIn(value, field.get('link') as LinkKind) : null
    return message === null || { error: { message } }
  }

  override render() {
    const { value, forID, classNameWrapper, onChange } = this.props as Written
    return (
      <input
        type="text"
        id={forID}
        className={classNameWrapper}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
}

/** The content check's sentence; null when there is none. */
function mistakeIn(pasted: string, kind: LinkKind): string | null {
  if (kind !== 'embed') return CHECKS[kind].safeParse(pasted).error?.issues[0]?.message ?? null
  // A path leads to a document of the portal, which only the content check knows.
  const match = pasted.startsWith('/') ? null : matchEmbed(pasted)
  return match && !match.ok ? match.message : null
}

const CHECKS = { address, video: videoSchema.shape.videoId }

type LinkKind = 'embed' | keyof typeof CHECKS

type Written = Omit<CustomFieldControlProps, 'value'> & { value?: string }
