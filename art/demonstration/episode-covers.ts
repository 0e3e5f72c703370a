import { CREAM, LAMP } from '#art/drawing/palette.ts'
import { seeded } from '#art/drawing/paper.ts'
import { demoCatalogue } from '#demo/catalogue.ts'
import { type Program, programColours } from '#site/art/program-colours.ts'
import { site } from '#site/site.ts'
import { colophon, frame, lettering } from './covers/frame.ts'
import { episodeMotifs } from './episode-motifs.ts'
import { savePictures } from './save-pictures.ts'

const SIDE = 900

/** Draws the square covers of the episodes, in the colours of their programs, or only those named. */
export function makeEpisodeCovers(only: string[]): Promise<void> {
  const drawings = Object.fromEntries(demoCatalogue.episodes.map((episode, index) => [episode.slug, () => draw(episode, index)]))
  return savePictures('episodes', drawings, { width: SIDE, height: SIDE }, only)
}

function draw({ slug, title, categories }: (typeof demoCatalogue.episodes)[number], index: number): string {
  const program = site.programs.find(({ categories: own }) => own.some((name) => categories.includes(name)))
  const colours = programColours[program?.slug as Program]
  const lines = title.length > 19 ? splitEvenly(title) : [title]
  return frame({
    width: SIDE,
    height: SIDE,
    ground: colours.deep,
    drawing: `<circle cx="450" cy="350" r="${[420, 372, 396][index % 3]}" fill="${colours.mid}" opacity=".62"/>${voiceTrace(index, LAMP)}${episodeMotifs[slug]?.(colours) ?? ''}`,
    type: `${lettering(lines, { x: 60, y: lines.length > 1 ? 742 : 800, size: 76, lead: 80, fill: CREAM, weight: 480, soft: 50 })}${colophon(792, 780, 48, LAMP)}`,
  })
}

/** A trace of someone speaking, across the cover behind the picture. */
function voiceTrace(seed: number, colour: string): string {
  const chance = seeded(seed + 50)
  return Array.from({ length: 41 }, (_, i) => {
    const tall = 12 + Math.sin((i / 40) * Math.PI) * 70 * chance() + chance() * 60
    return `<rect x="${30 + i * 21}" y="${370 - tall / 2}" width="7" height="${tall}" rx="3.5" fill="${colour}" opacity=".32"/>`
  }).join('')
}

/** Two lines as even as the words allow. */
function splitEvenly(title: string): string[] {
  const words = title.split(' ')
  const cuts = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')] as [string, string])
  return cuts.sort((a, b) => Math.max(a[0].length, a[1].length) - Math.max(b[0].length, b[1].length))[0] ?? [title]
}
