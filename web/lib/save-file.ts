/** Saves a blob as a file on the visitor's device. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The object URL is revoked later, since some browsers start reading it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
