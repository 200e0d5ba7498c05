import type { ComponentProps } from 'react'

/** Opens the browser's file dialog, which on a phone offers the camera, too. A file can be dropped on it. */
export function FileButton({ label, onFileSelect, ...input }: Props) {
  return (
    <label className="button-quiet relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <span>{label}</span>
      <input
        {...input}
        type="file"
        className="absolute inset-0 cursor-pointer opacity-0 file:hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Otherwise selecting the same file again fires no event.
          target.value = ''
          if (file && !input['aria-disabled']) void onFileSelect(file)
        }}
      />
    </label>
  )
}

interface Props extends ComponentProps<'input'> {
  label: string
  onFileSelect: (file: File) => unknown
}
