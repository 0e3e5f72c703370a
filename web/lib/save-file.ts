/** Saves a blob of the page as a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers start reading the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
