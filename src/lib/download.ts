export function download(name: string, type: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // Some browsers read the blob after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
