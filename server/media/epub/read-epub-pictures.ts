import { openArchive } from './open-archive.ts'

/** Reads images of an EPUB, each undefined if it can't be read. */
export function readEpubPictures(path: string, names: string[]): (Uint8Array | null)[] {
  const archive = openArchive(path)
  return names.map((name) => archive.readPicture(name) ?? null)
}
