import { execFileSync, spawnSync } from 'node:child_process'

/** Whether poppler-utils, an independent program for reading and rendering PDFs, is installed. */
export const hasPoppler = ['pdftotext', 'pdftoppm'].every((program) => spawnSync(program, ['-v']).status === 0)

if (!hasPoppler) console.info('poppler-utils is not installed; tests that compare with it are skipped.')

/** Returns the text of some pages as pdftotext reads it, without text outside the page area, and with hyphens at line ends removed. */
export function readWithPoppler(path: string, { first, last }: { first: number; last: number }): string {
  const pages = ['-f', String(first), '-l', String(last)]
  const args = ['-q', '-enc', 'UTF-8', ...(findAreas(path, { first, last: first })[0] ?? []), ...pages, path, '-']
  const text = execFileSync('pdftotext', args, { maxBuffer: 1e8 }).toString()
  return text.replace(/(\p{L})[-\u00ad\u2010]\n+(?=\p{Ll})/gu, '$1').replaceAll('\u00ad', '')
}

/** pdftotext arguments for the visible area of each page that is cropped from a larger sheet, measured from the sheet's top left corner. */
export function findAreas(path: string, { first, last }: { first: number; last: number }): string[][] {
  const args = ['-box', '-f', String(first), '-l', String(last), path]
  const info = execFileSync('pdfinfo', args, { maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  const [sheets, shown] = ['MediaBox', 'CropBox'].map((name) =>
    [...info.matchAll(new RegExp(`${name}:(.*)`, 'g'))].map(([, box = '']) => box.trim().split(/\s+/).map(Number)),
  ) as [number[][], number[][]]
  return shown.map(([left = 0, bottom = 0, right = 0, top = 0], index) => {
    const sheet = sheets[index] ?? []
    if (String(sheet) === String(shown[index])) return []
    const area = { x: left - (sheet[0] ?? 0), y: (sheet[3] ?? 0) - top, W: right - left, H: top - bottom }
    return Object.entries(area).flatMap(([name, points]) => [`-${name}`, String(Math.round(points))])
  })
}

/** Renders a page as PNG with pdftoppm. `longerSide` is in pixels. */
export function drawWithPoppler(path: string, page: number, longerSide: number): Buffer {
  const args = ['-q', '-png', '-cropbox', '-scale-to', String(longerSide), '-f', String(page), '-l', String(page), path]
  return execFileSync('pdftoppm', args, { maxBuffer: 1e9 })
}

/** Returns the words of a text, with presentation forms of letters normalized. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}
