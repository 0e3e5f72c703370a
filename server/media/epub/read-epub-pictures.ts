import { openArchive } from './open-archive.ts'

/** Reads images of an EPUB, each undefined if it can't be read. */
export function readEpubPictures(path: string, names: string[]): (Uint8Array | null)[] {
  return openArchive(path)
    .readPictures(names)
    .map((content) => content ?? null)
}
