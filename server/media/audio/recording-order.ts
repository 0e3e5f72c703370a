import { posix } from 'node:path'
import type { Entry } from 'yauzl'
import { compareNaturally } from '#contracts/common/natural-order.ts'
import { toChapterTitle } from './to-chapters.ts'

/** Recording of an archive with its tags. */
export type Tagged = { entry: Entry; title: string; track: number | null; disk: number | null }

/**
 * Returns recordings in the order of the numbers in their names. If some names have no number, the track numbers in the tags decide, unless
 * they are missing or repeated.
 */
export function inOrder(recordings: Tagged[]): Tagged[] {
  const named = recordings.toSorted((one, other) => compareNaturally(one.entry.fileName, other.entry.fileName))
  const areNumbered = named.every(({ entry }) => /\d/.test(posix.parse(entry.fileName).name))
  const positions = new Set(named.map(({ disk, track }) => `${disk} ${track}`))
  if (areNumbered || positions.size < named.length || named.some(({ track }) => track === null)) return named
  return named.toSorted((one, other) => (one.disk ?? 1) - (other.disk ?? 1) || (one.track ?? 0) - (other.track ?? 0))
}

/** Returns the titles of the chapters: those in the tags if they all differ, or else the names of the files. */
export function titlesOf(recordings: Tagged[]): string[] {
  const titles = recordings.map(({ title }) => title)
  const areTitled = new Set(titles).size === titles.length && titles.every((title) => title !== '')
  const names = recordings.map(({ entry }) => toChapterTitle(posix.parse(entry.fileName).name.replaceAll('_', ' ')) || 'Untitled')
  return withoutNumbers(areTitled ? titles : names)
}

/** Removes the numbers in front of titles, if all titles have one, such as the places of the files and then those of the tracks. */
function withoutNumbers(titles: string[]): string[] {
  const shorter = titles.map((title) => NUMBERED.exec(title)?.[1])
  return shorter.every((title) => title !== undefined) ? withoutNumbers(shorter) : titles
}

const NUMBERED = /^\d{1,4}[\s.)-]+([^\s.)-].*)$/
