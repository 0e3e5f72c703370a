/** Short enough for every file system, together with an ending. */
const MAX_BYTES = 200
/** What some file system refuses, and marks that turn the text around, behind which an ending could hide. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** The name under which a file is saved: its title, and the ending of its address, be that signed or not. */
export function downloadName(title: string, url: string): string {
  const words = title.replaceAll(UNSAFE, ' ').replaceAll(/\s+/g, ' ')
  const { read } = new TextEncoder().encodeInto(words, new Uint8Array(MAX_BYTES))
  // A dot in front would hide the file, one behind would stand beside the ending's own.
  const name = words.slice(0, read).replaceAll(/^[\s.]+|[\s.]+$/g, '')
  return `${name || 'Download'}${endingOf(url)}`
}

function endingOf(url: string): string {
  const path = url.replace(/[?#].*$/, '')
  return /\.[a-z0-9]+$/i.exec(path)?.[0] ?? ''
}
