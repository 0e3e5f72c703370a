/** Maximum length of a file name in bytes: within the limits of all file systems, including an extension. */
const MAX_BYTES = 200
/** Characters that some file systems reject, and direction marks, which could disguise a file extension. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** Returns the file name for a download: the title, with the file extension of the URL. */
export function downloadName(title: string, url: string): string {
  const text = title.replaceAll(UNSAFE, ' ').replaceAll(/\s+/g, ' ')
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_BYTES))
  // Leading dots are removed, since they would hide the file; trailing dots would duplicate the dot of the extension.
  const name = /[^\s.](?:.*[^\s.])?/s.exec(text.slice(0, read))?.[0]
  return `${name || 'Download'}${readExtension(url)}`
}

function readExtension(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  return /\.[a-z0-9]+$/i.exec(path)?.[0] ?? ''
}
