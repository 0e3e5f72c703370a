/** Within every file system's limit, including an extension. */
const MAX_BYTES = 200
/** Characters that some file system rejects, and direction marks, which could disguise an extension. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** Returns the file name of a download: the title, with the extension of its URL. */
export function downloadName(title: string, url: string): string {
  const text = title.replaceAll(UNSAFE, ' ').replaceAll(/\s+/g, ' ')
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_BYTES))
  // A leading dot would hide the file, and a trailing dot would double that of the extension.
  const name = text.slice(0, read).replaceAll(/^[\s.]+|[\s.]+$/g, '')
  return `${name || 'Download'}${readExtension(url)}`
}

function readExtension(url: string): string {
  const path = url.replace(/[?#].*$/, '')
  return /\.[a-z0-9]+$/i.exec(path)?.[0] ?? ''
}
