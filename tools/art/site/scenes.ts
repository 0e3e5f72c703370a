import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { CARD, type Frame, landscape, type Motif, PHONE, WIDE } from '#tools/art/drawing/landscape.ts'
import { HOME_PHONE, HOME_TALL, HOME_WIDE, homeScene } from './home-scene.ts'
import { listening } from './listening.ts'
import { bibles, pageMotifs } from './page-motifs.ts'
import { programMotifs } from './program-motifs.ts'
import { ROOM_CARD, ROOM_PHONE, ROOM_WIDE, readingRoom } from './reading-room.ts'

/** Frames on cards of motifs that are not in the middle of their drawing. */
const CARD_FRAMES: Record<string, Partial<Frame>> = {
  'relationship-coaching': { x: 352 },
  'gents-empowerment': { x: 452, size: 0.52 },
  'spiritual-and-personal-development': { x: 370, size: 0.6, land: [0.48, 0.98] },
}

type Size = { width: number; height: number }

const OUT = new URL('../../../site/art/', import.meta.url).pathname

const PAGE_WIDE: Frame = { ...WIDE, size: 1.02 }

/** Frames on phones of motifs that are wide, or that are below a title of one line and can be larger. */
const ON_PHONES: Record<string, Partial<Frame>> = {
  podcasts: { x: 592, size: 0.5 },
  authors: { x: 578, size: 0.46 },
  publishing: { x: 640, size: 0.43 },
  contact: { x: 642, size: 0.42 },
  'teen-coaching': { x: 600, size: 0.48 },
}

/** Motifs of the tiles and of the founder's letter on the home page. */
const CARDS: Record<string, Partial<Frame> & { motif: Motif }> = {
  bibles: { motif: bibles, size: 0.62 },
  youth: { motif: listening, size: 0.56 },
  publishing: { motif: pageMotifs.publishing, size: 0.58, x: 410 },
  letter: { motif: pageMotifs.founder, size: 0.62, x: 310 },
}

/** Draws the pictures of every scene, or only of those named (`home`, `bookshop`, a page's name or a program's slug). */
export async function makeScenes(only: string[]): Promise<void> {
  const phone = (name: string): Frame => ({ ...PHONE, ...ON_PHONES[name] })
  const scenes: Record<string, () => Promise<void>> = {
    home: () => draw('home', homeScene, { wide: HOME_WIDE, phone: HOME_PHONE, tall: HOME_TALL }),
    bookshop: () => draw('pages/bookshop', readingRoom, { wide: ROOM_WIDE, phone: ROOM_PHONE }),
    podcasts: () => draw('pages/podcasts', (frame) => landscape(listening, frame), { wide: WIDE, phone: phone('podcasts') }),
  }
  for (const [name, motif] of Object.entries(pageMotifs))
    scenes[name] = () => draw(`pages/${name}`, (frame) => landscape(motif, frame), { wide: PAGE_WIDE, phone: phone(name) })
  for (const [slug, motif] of Object.entries(programMotifs))
    scenes[slug] = () => draw(`programs/${slug}`, (frame) => landscape(motif, frame), { wide: WIDE, phone: phone(slug) })
  scenes['cards/books'] = () => draw('cards/books', readingRoom, { card: ROOM_CARD })
  const cards = {
    ...CARDS,
    ...Object.fromEntries(Object.entries(programMotifs).map(([slug, motif]) => [slug, { motif, ...CARD_FRAMES[slug] }])),
  }
  for (const [name, { motif, ...frame }] of Object.entries(cards))
    scenes[`cards/${name}`] = () => draw(`cards/${name}`, (each) => landscape(motif, each), { card: { ...CARD, ...frame } })
  for (const [name, make] of Object.entries(scenes)) if (!only.length || only.includes(name)) await make()
}

const WIDTHS = { wide: [960, 1440, 2400], phone: [480, 840], tall: [480, 800], card: [400, 800] }

async function draw<Frame extends Size>(name: string, svg: (frame: Frame) => string, frames: { [shape in keyof typeof WIDTHS]?: Frame }) {
  for (const shape of ['wide', 'phone', 'tall', 'card'] as const) {
    const frame = frames[shape]
    if (frame) await save(await rasterize(svg(frame), frame), `${name}-${shape}`, WIDTHS[shape])
  }
}

/** Rasterizes a scene, cropped to size. Scenes are drawn with a margin, because shadows thin out where the drawing ends. */
export function rasterize(svg: string, { width, height }: Size): Promise<Buffer> {
  return sharp(Buffer.from(svg)).extract({ left: 80, top: 0, width, height }).png({ compressionLevel: 1 }).toBuffer()
}

async function save(png: Buffer, name: string, widths: number[]): Promise<void> {
  await mkdir(dirname(`${OUT}${name}`), { recursive: true })
  for (const width of widths) {
    const resized = sharp(png).resize(width)
    await resized.clone().avif({ quality: 56, effort: 5, chromaSubsampling: '4:4:4' }).toFile(`${OUT}${name}-${width}.avif`)
    await resized.clone().webp({ quality: 74, effort: 6, smartSubsample: true }).toFile(`${OUT}${name}-${width}.webp`)
  }
}
